#include "solver/kept/cached_answer.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "evaluator/evaluator_impl.h"
#include "evaluator/judge.h"
#include "evaluator/overflow.h"
#include "model/diagnostic.h"
#include "model/instances/instance_json.h"
#include "model/source.h"
#include "solver/grounding/analysis.h"
#include "solver/grounding/scope.h"
#include "solver/session/answer_text.h"
#include "solver/unsupported.h"

namespace aunit::solver {

using Json = nlohmann::ordered_json;
using Role = SlicePart::Role;

namespace {

constexpr int formatOfTexts = 3;

/// Gives a number to each place of a slice: the index of its first occurrence in `Slice::places`.
class Places {
 public:
  explicit Places(const Slice& slice) : places_(slice.places) {
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (places_[i].known()) numbers_.try_emplace({places_[i].file, places_[i].begin, places_[i].end}, i);
  }

  Json number(model::Span span) {
    const auto known = numbers_.find({span.file, span.begin, span.end});
    missing_ = missing_ || (known == numbers_.end() && span.known());
    return known == numbers_.end() ? Json() : Json(known->second);
  }
  Json numbers(const std::vector<model::Span>& spans) {
    Json all = Json::array();
    for (const model::Span span : spans) all.push_back(number(span));
    return all;
  }
  model::Span span(const Json& number) const { return number.is_null() ? model::Span{} : places_.at(number.get<std::size_t>()); }
  std::vector<model::Span> spans(const Json& numbers) const {
    std::vector<model::Span> all;
    for (const Json& number : numbers) all.push_back(span(number));
    return all;
  }

  /// Whether number() was called with a place that is not in the slice.
  bool missing() const { return missing_; }

 private:
  const std::vector<model::Span>& places_;
  std::map<std::tuple<model::FileId, std::uint32_t, std::uint32_t>, std::size_t> numbers_;
  bool missing_ = false;
};

Json vacuityJson(const Vacuity& vacuity, Places& places) {
  return {{"why", static_cast<int>(vacuity.why)},
          {"core", places.numbers(vacuity.core)},
          {"steps", vacuity.steps},
          {"guard", places.number(vacuity.guard)},
          {"behind", places.numbers(vacuity.behind)}};
}

Vacuity vacuityOf(const Json& json, const Places& places) {
  const int why = json.at("why");
  if (why < 0 || why > static_cast<int>(Vacuity::Reason::signatures)) throw std::out_of_range("why");
  return {.why = static_cast<Vacuity::Reason>(why),
          .core = places.spans(json.at("core")),
          .steps = json.at("steps"),
          .guard = places.span(json.at("guard")),
          .behind = places.spans(json.at("behind"))};
}

Json partsJson(const std::vector<SlicePart>& parts) {
  Json all = Json::array();
  for (const SlicePart& part : parts) all.push_back({static_cast<int>(part.role), part.name, part.digest});
  return all;
}

Json premisesJson(const Premises& premises) {
  Json sizes = Json::array();
  for (const Premises::Size& size : premises.sizes) sizes.push_back({size.sig, size.most, size.exact, size.isAbstract});
  return {{"frame", premises.frame},
          {"sizes", std::move(sizes)},
          {"steps", premises.steps},
          {"formulas", premises.formulas},
          {"functions", premises.functions}};
}

Premises premisesIn(const Json& json) {
  Premises premises{.frame = json.at("frame"),
                    .sizes = {},
                    .steps = json.at("steps"),
                    .formulas = json.at("formulas"),
                    .functions = json.at("functions")};
  for (const Json& size : json.at("sizes")) premises.sizes.push_back({size.at(0), size.at(1), size.at(2), size.at(3)});
  return premises;
}

std::vector<Premises> contradictionsIn(const Json& json) {
  std::vector<Premises> all;
  for (const Json& one : json.at("contradictions")) all.push_back(premisesIn(one));
  return all;
}

std::optional<Json> parsed(const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_object() || json.value("format", 0) != formatOfTexts) return std::nullopt;
  return json;
}

/// Returns the result of `read` for a JSON text; nothing if the text is malformed.
template <class Read>
auto guarded(const std::string& text, Read read) -> std::optional<decltype(read(std::declval<const Json&>()))> {
  try {
    const auto json = parsed(text);
    if (json) return read(*json);
  } catch (const Json::exception&) {
  } catch (const std::out_of_range&) {
  }
  return std::nullopt;
}

std::vector<model::Instance> instancesOf(const Json& json, const model::Model& model) {
  std::vector<model::Instance> instances;
  for (const Json& one : json.at("instances")) {
    model::SourceMap sources;
    model::Diagnostics diagnostics;
    if (auto instance = model::readInstanceJson(model, "kept", one.dump(), sources, diagnostics))
      instances.push_back(std::move(*instance));
  }
  return instances;
}

Verdict verdictOf(const Json& json) {
  const std::string verdict = json.at("verdict");
  if (verdict == name(Verdict::satisfiable)) return Verdict::satisfiable;
  if (verdict == name(Verdict::unsatisfiable)) return Verdict::unsatisfiable;
  throw std::out_of_range("verdict");
}

}  // namespace

std::optional<std::string> textOf(const CachedAnswer& answer, const model::Model& model, const Slice& slice) {
  const Result& result = answer.result;
  const bool found = result.verdict == Verdict::satisfiable;
  if ((!found && result.verdict != Verdict::unsatisfiable) || !answer.incomplete.empty() || !result.message.empty() ||
      (found && answer.instances.empty()))
    return std::nullopt;
  Places places(slice);
  Json json = {{"format", formatOfTexts}, {"key", slice.key}, {"verdict", name(result.verdict)}};
  json["statistics"] = {result.statistics.primaryVariables, result.statistics.variables, result.statistics.clauses,
                        result.statistics.traceLength};
  json["distinct"] = answer.distinct;
  json["solutions"] = answer.solutions;
  for (const ReachedSize& reached : answer.reached)
    json["reached"].push_back({reached.size.atoms, reached.size.tuples, reached.size.changes, reached.proved});
  for (const model::SigScope& grown : result.grown)
    json["grown"].push_back({model.sig(grown.sig).label, grown.exact, grown.start, grown.end, grown.increment});
  if (result.proof) json["proof"] = {result.proof->method, result.proof->frames, result.proof->latches, result.proof->clauses};
  json["core"] = places.numbers(result.core);
  if (answer.vacuity) json["vacuity"] = vacuityJson(*answer.vacuity, places);
  if (result.bitsForInstance) json["bits"] = *result.bitsForInstance;
  if (places.missing()) return std::nullopt;
  json["contradictions"] = Json::array();
  for (const Premises& one : answer.contradictions) json["contradictions"].push_back(premisesJson(one));
  json["parts"] = partsJson(slice.parts);
  json["instances"] = Json::array();
  for (const model::Instance& instance : answer.instances)
    json["instances"].push_back(Json::parse(model::writeInstanceJson(model, instance)));
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<CachedHead> readHead(const std::string& text) {
  return guarded(text, [](const Json& json) {
    CachedHead head{.key = json.at("key"), .verdict = verdictOf(json), .parts = {}, .contradictions = contradictionsIn(json)};
    for (const Json& part : json.at("parts")) {
      const int role = part.at(0);
      if (role < 0 || role > static_cast<int>(Role::called)) throw std::out_of_range("role");
      head.parts.push_back({static_cast<Role>(role), part.at(1), part.at(2)});
    }
    return head;
  });
}

std::vector<model::Instance> readInstances(const std::string& text, const model::Model& model) {
  return guarded(text, [&](const Json& json) { return instancesOf(json, model); }).value_or(std::vector<model::Instance>());
}

std::optional<CachedAnswer> readAnswer(const std::string& text, const model::Model& model, const Slice& slice) {
  auto answer = guarded(text, [&](const Json& json) -> std::optional<CachedAnswer> {
    if (json.at("key") != slice.key) return std::nullopt;
    const Places places(slice);
    CachedAnswer kept;
    Result& result = kept.result;
    result.verdict = verdictOf(json);
    const Json& statistics = json.at("statistics");
    result.statistics.primaryVariables = statistics.at(0);
    result.statistics.variables = statistics.at(1);
    result.statistics.clauses = statistics.at(2);
    result.statistics.traceLength = statistics.at(3);
    kept.distinct = json.at("distinct");
    kept.solutions = json.at("solutions");
    if (const auto reached = json.find("reached"); reached != json.end())
      for (const Json& one : *reached)
        kept.reached.push_back({{.atoms = one.at(0), .tuples = one.at(1), .changes = one.at(2)}, one.at(3)});
    if (const auto grown = json.find("grown"); grown != json.end())
      for (const Json& one : *grown) {
        const auto sig = std::ranges::find(model.sigs(), one.at(0).get<std::string>(), &model::Sig::label);
        if (sig == model.sigs().end()) return std::nullopt;
        result.grown.push_back({.sig = static_cast<model::SigId>(sig - model.sigs().begin()),
                                .exact = one.at(1),
                                .start = one.at(2),
                                .end = one.at(3),
                                .increment = one.at(4),
                                .span = {}});
      }
    if (const auto proof = json.find("proof"); proof != json.end()) {
      result.proof.emplace();
      result.proof->method = proof->at(0);
      result.proof->frames = proof->at(1);
      result.proof->latches = proof->at(2);
      result.proof->clauses = proof->at(3);
    }
    result.core = places.spans(json.at("core"));
    if (const auto vacuity = json.find("vacuity"); vacuity != json.end()) kept.vacuity = vacuityOf(*vacuity, places);
    if (const auto bits = json.find("bits"); bits != json.end()) result.bitsForInstance = bits->get<int>();
    kept.contradictions = contradictionsIn(json);
    if (result.verdict == Verdict::unsatisfiable) return kept;
    kept.instances = instancesOf(json, model);
    if (kept.instances.empty() || kept.instances.size() != json.at("instances").size()) return std::nullopt;
    return kept;
  });
  return answer ? std::move(*answer) : std::nullopt;
}

namespace {

/// Whether the solver may refuse to translate the formulas because there are too many tuples or nested calls. Evaluation could
/// still decide such formulas.
bool mayBeRefused(const model::Model& model, const Bounds& bounds, const Analysis& analysis,
                  const std::vector<Conjunct>& conjuncts) {
  unsigned arity = 1;
  std::set<model::FuncId> called;
  for (const Conjunct& conjunct : conjuncts)
    analysis.forEachReached(conjunct.formula, [&](model::ExprId id) {
      const model::Expr& e = model.expr(id);
      arity = std::max<unsigned>(arity, e.arity);
      if (e.op == model::Op::call) called.insert(e.payload);
    });
  double tuples = 1;
  while (arity-- > 0) tuples *= bounds.universeSize();
  return tuples > static_cast<double>(mostEntries) || called.size() >= std::size_t{mostCallDepth};
}

}  // namespace

AnswerCheck::AnswerCheck(const model::Model& model, const Problem& problem, const Slice& slice, const Options& options,
                         const support::Budget& budget)
    : model_(model), problem_(problem), budget_(budget), evaluator_(model, {.semantics = options.semantics, .budget = &budget}) {
  if (slice.subsets || std::ranges::any_of(problem.scope.sigs, [](const model::SigScope& s) { return s.start != s.end; })) return;
  try {
    const std::vector<Conjunct> conjuncts = conjunctsOf(model, problem);
    const Analysis analysis(model);
    std::set<model::StringId> literals;
    for (const Conjunct& conjunct : conjuncts) {
      analysis.refuseIllFormed(conjunct.formula);
      analysis.collectStrings(conjunct.formula, literals);
    }
    support::Meter meter(&budget);
    auto bounds =
        std::make_unique<Bounds>(model, deriveSizes(model, problem.scope, problem.temporal), literals, Symmetries::kept, meter);
    if ((options.core && bounds->sizes().maxSteps == model::unboundedSteps) || mayBeRefused(model, *bounds, analysis, conjuncts))
      return;
    bounds_ = std::move(bounds);
    orders_ = fixedOrders();
    constraints_ = {{.part = evaluator::Part::states}};
    append(constraints_, bounds_->sizes());
    for (const Conjunct& conjunct : conjuncts)
      constraints_.push_back({.part = evaluator::Part::formula, .formula = conjunct.formula});
  } catch (const Unsupported&) {  // decides() is then false
  }
}

/// Returns the orders of enums. Omits orders of other signatures, although the bounds fix them, too: the fixed order of such a
/// signature stands for all orders of its atoms.
std::vector<AnswerCheck::FixedOrder> AnswerCheck::fixedOrders() const {
  std::map<TupleCode, model::SigId> named;  // by atom: a signature that has only this atom
  for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
    const RelationBound& bound = bounds_->sig(id);
    if (bound.lower.size() == 1 && bound.lower == bound.upper) named.try_emplace(bound.lower.front(), id);
  }
  std::vector<FixedOrder> orders;
  for (model::FieldId id = 0; id < model_.fields().size(); ++id) {
    FixedOrder order{.field = id, .tuples = {}};
    bool allNamed = true;
    for (TupleCode code : bounds_->field(id).lower) {
      std::vector<model::SigId> tuple(model_.field(id).arity);
      for (std::size_t i = tuple.size(); i-- > 0; code /= bounds_->universeSize()) {
        const auto sig = named.find(code % bounds_->universeSize());
        allNamed = allNamed && sig != named.end();
        if (allNamed) tuple[i] = sig->second;
      }
      order.tuples.push_back(std::move(tuple));
    }
    if (allNamed && !order.tuples.empty()) orders.push_back(std::move(order));
  }
  return orders;
}

bool AnswerCheck::isWithinBounds(const model::Instance& instance) const {
  const SigSizes& sizes = bounds_->sizes();
  const model::Universe& universe = *instance.universe;
  if (instance.bitwidth() != sizes.bitwidth || universe.integerWidth() != bounds_->integerWidth() ||
      instance.maxSequence != sizes.maxSequence)
    return false;
  const int states = static_cast<int>(instance.states.size());
  if (problem_.temporal ? states < sizes.minSteps || states > sizes.maxSteps : states != 1) return false;
  std::vector<std::string> strings;
  for (model::Atom atom = universe.firstString(); atom < universe.firstInt(); ++atom) strings.push_back(universe.name(atom));
  if (!std::ranges::is_permutation(strings, bounds_->strings())) return false;
  const model::State& state = instance.states.front();
  return std::ranges::all_of(orders_, [&](const FixedOrder& order) {
    const model::TupleSet& field = state.fields[order.field];
    return field.size() == order.tuples.size() && std::ranges::all_of(order.tuples, [&](const auto& sigs) {
             std::vector<model::Atom> tuple;
             for (const model::SigId sig : sigs)
               state.sigs[sig].forEach([&](std::span<const model::Atom> atom) { tuple.push_back(atom.front()); });
             return tuple.size() == sigs.size() && field.contains(tuple);
           });
  });
}

bool AnswerCheck::bind(const model::Instance& instance) {
  if (!decides() || !isWithinBounds(instance)) return false;
  evaluator_.bind(instance);
  return true;
}

std::optional<std::size_t> AnswerCheck::broken(const model::Instance& instance, std::size_t most) {
  if (!bind(instance)) return std::nullopt;
  std::size_t count = 0;
  for (auto constraint = constraints_.begin(); constraint != constraints_.end(); ++constraint)
    if (!evaluator::judgeBound(evaluator_, {&*constraint, 1}).holds()) {
      std::rotate(constraints_.begin() + static_cast<std::ptrdiff_t>(count), constraint, constraint + 1);
      if (++count > most) return std::nullopt;
    }
  return count;
}

bool AnswerCheck::holds(const model::Instance& instance, std::optional<evaluator::Overflow>& wrapped) {
  if (broken(instance, 0) != 0) return false;
  if (evaluator_.wrapped()) wrapped = evaluator::overflowBehind(model_, instance, {.constraints = constraints_}, true, budget_);
  return true;
}

std::vector<std::string> differences(const std::vector<SlicePart>& older, const std::vector<SlicePart>& newer) {
  std::map<std::string, std::vector<std::string>> before, after;  // by name of a part: the digests of the parts with this name
  for (const SlicePart& part : older) before[part.name].push_back(part.digest);
  for (const SlicePart& part : newer) after[part.name].push_back(part.digest);
  std::vector<std::string> result;
  std::set<std::string> said;
  const auto say = [&](const SlicePart& part) {
    if (before[part.name] == after[part.name] || !said.insert(part.name).second) return;
    const char* what = before[part.name].empty() ? "is new" : after[part.name].empty() ? "is gone" : "has changed";
    result.push_back(fmt::format("{} {}", part.name, what));
  };
  for (const SlicePart& part : newer) say(part);
  for (const SlicePart& part : older) say(part);
  if (result.empty() && !std::ranges::equal(older, newer, {}, &SlicePart::digest, &SlicePart::digest))
    result.emplace_back("the order of paragraphs has changed");
  return result;
}

}  // namespace aunit::solver
