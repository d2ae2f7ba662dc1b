#include "server/view/viewer.h"

#include <algorithm>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "reporters/drawing/graph.h"
#include "reporters/html/valuation.h"
#include "reporters/terminal/instance_text.h"
#include "reporters/text.h"
#include "server/view/explanation.h"
#include "server/view/sources.h"
#include "solver/allscopes/words.h"
#include "solver/grounding/problem.h"
#include "solver/nearest/nearest.h"
#include "strength/claims/found_instance.h"
#include "strength/generation/proposals/proposal_text.h"
#include "suite/asking.h"
#include "suite/command_warnings.h"
#include "suite/steps/step_names.h"
#include "suite/text/value_text.h"
#include "suite/valuation/nearest_valuation.h"
#include "support/budget.h"
#include "support/files.h"
#include "support/plural.h"

namespace aunit::server::view {

namespace {

/// Thrown with the reason why a question cannot be answered.
struct Refusal {
  std::string message;
};

const char* nameOf(Viewer::Source::Kind kind) {
  switch (kind) {
    case Viewer::Source::Kind::run: return "run";
    case Viewer::Source::Kind::check: return "check";
    case Viewer::Source::Kind::valuation: return "val";
    case Viewer::Source::Kind::file: return "instance";
    case Viewer::Source::Kind::log: return "log";
  }
  return "";
}

constexpr const char* allScopes = "all scopes";  // the key in Source::preferred for an instance of a larger scope

/// Whether the command is known to have no instance in its scope.
bool hasNoInstance(const Viewer::Source& source) {
  return source.instances && source.instances->complete() && source.instances->instances().empty();
}

/// The preference that a question asks for; empty for the default, a smallest instance.
std::string preferredIn(const Json& question) {
  const std::string preferred = question.value("prefer", "");
  return preferred == "smallest" ? "" : preferred;
}

std::size_t numberIn(const Json& question, const char* key) {
  return question.at(key).get<std::size_t>();
}

}  // namespace

Viewer::Viewer(ViewOptions options) : options_(std::move(options)) {}

Viewer::~Viewer() = default;

// Sources.

bool Viewer::load() {
  latest_ = options_.load();
  if (!latest_->ok()) return false;
  sources_.clear();
  good_ = latest_;
  ++version_;
  sources_ = sourcesOf(*good_, options_);
  std::string error;
  themeTrouble_.clear();
  const auto text = support::readFile(options_.themeFile, error);
  if (!text) return true;
  if (auto theme = reporters::readTheme(*text, error))
    theme_ = std::move(*theme);
  else
    themeTrouble_ = fmt::format("{} cannot be used: {}", options_.themeFile, error);
  return true;
}

Outcome Viewer::first(std::size_t number, const std::atomic<bool>& stop) {
  Source& source = sources_.at(number);
  if (!source.instances) source.instances = view::instancesOf(source, *good_, options_);
  if (!source.instances) return {std::nullopt, source.trouble};
  return source.instances->first(stop);
}

/// Parses "first", "minimal", "maximal Lamp", "diverse".
solver::Preference Viewer::preferenceOf(const std::string& preferred) const {
  using Kind = solver::Preference::Kind;
  const std::size_t end = std::min(preferred.find(' '), preferred.size());
  const std::string word = preferred.substr(0, end), name = preferred.substr(std::min(end + 1, preferred.size()));
  solver::Preference preference;
  preference.kind = word == "minimal"   ? Kind::minimal
                    : word == "maximal" ? Kind::maximal
                    : word == "diverse" ? Kind::diverse
                                        : Kind::any;
  const bool takesName = word == "minimal" || word == "maximal";
  if ((preference.kind == Kind::any && word != "first") || (!name.empty() && !takesName))
    throw Refusal{"The value of `prefer` is unknown."};
  if (name.empty()) return preference;
  for (const model::SigId id : reporters::drawnSignatures(*good_->model))
    if (reporters::signatureName(*good_->model, id) == name) preference.signature = id;
  if (preference.signature == model::noId) throw Refusal{"The signature that `prefer` names does not exist."};
  return preference;
}

Outcome Viewer::first(std::size_t number, const std::string& preferred, const std::atomic<bool>& stop) {
  Source& source = sources_.at(number);
  if (preferred.empty() || !commandOf(number)) return first(number, stop);
  if (preferred == "nearest") return firstNearest(source, stop);
  if (preferred == allScopes) return firstBeyond(source, stop);
  std::unique_ptr<InstanceSource>& instances = source.preferred[preferred];
  if (!instances) {
    solver::Options options = options_.solver;
    options.preference = preferenceOf(preferred);
    instances = std::make_unique<InstanceSource>(*good_->model, solver::problemOf(*good_->model, source.id), std::move(options),
                                                 source.label, source.kind == Source::Kind::check);
  }
  return instances->first(stop);
}

/// Shows the nearest valuation of a run without an instance: the valuation that violates the fewest constraints.
Outcome Viewer::firstNearest(Source& source, const std::atomic<bool>& stop) {
  if (source.kind != Source::Kind::run || !hasNoInstance(source))
    return {std::nullopt, "The nearest valuation is shown only for runs without an instance."};
  std::unique_ptr<InstanceSource>& instances = source.preferred["nearest"];
  if (instances) return {0, {}};
  const support::Budget budget = support::Budget(options_.solver.limits).within({.stop = &stop});
  solver::Nearest nearest = solver::nearest(*good_->model, solver::problemOf(*good_->model, source.id), options_.solver, budget);
  if (!nearest.instance)
    return {std::nullopt, nearest.verdict == solver::Verdict::unsatisfiable
                              ? "The scope and the library modules contradict each other."
                              : fmt::format("No answer: {}.", nearest.message)};
  source.nearest = suite::nearestValuation(*good_, nearest, {.semantics = options_.solver.semantics, .budget = &budget});
  instances = std::make_unique<InstanceSource>(*good_->model, std::move(*nearest.instance));
  return {0, {}};
}

/// If the command has no instance in its scope: an instance of a larger scope, or the answer about all scopes.
Outcome Viewer::firstBeyond(Source& source, const std::atomic<bool>& stop) {
  if (!hasNoInstance(source))
    return {std::nullopt, "Larger scopes are searched only if the command's own scope has no instance."};
  if (!source.allScopes || source.allScopes->verdict == solver::AllScopes::Verdict::unknown) {
    const support::Budget budget = support::Budget(options_.solver.limits.untimed()).within({.stop = &stop});
    solver::AllScopes answer = solver::allScopesOf(*good_->model, solver::problemOf(*good_->model, source.id), options_.solver,
                                                   solver::AllScopes::usualSeconds, budget);
    if (stop) return {std::nullopt, "No answer: cancelled."};
    source.allScopes = std::move(answer);
  }
  const bool isCheck = source.kind == Source::Kind::check;
  std::string words = fmt::format("{}: {}.", source.label, solver::inWords(*source.allScopes, isCheck, good_->sources));
  if (!source.allScopes->found.instance) return {std::nullopt, std::move(words)};
  std::unique_ptr<InstanceSource>& instances = source.preferred[allScopes];
  if (!instances)
    instances = std::make_unique<InstanceSource>(*good_->model, model::Instance(*source.allScopes->found.instance),
                                                 std::vector<std::string>(), std::move(words), 0);
  return {0, {}};
}

// Answers.

Json Viewer::answer(const Json& question, const std::atomic<bool>& stop) {
  try {
    return dispatch(question, stop);
  } catch (const Refusal& refusal) {
    return {{"error", refusal.message}};
  } catch (const Json::exception&) {
    return {{"error", "The question is not an object, or a member is missing or has the wrong type."}};
  } catch (const std::bad_alloc&) {
    return {{"error", "There is not enough memory."}};
  } catch (const std::exception& error) {
    return {{"error", fmt::format("internal error: {}", error.what())}};
  }
}

Json Viewer::dispatch(const Json& question, const std::atomic<bool>& stop) {
  const std::string type = question.at("type").get<std::string>();
  if (type == "about") return about();
  if (type == "reload") return reload();
  if (type == "save") return saveTheme();
  if (!good_) throw Refusal{"The model has errors."};
  if (numberIn(question, "version") != static_cast<std::size_t>(version_))
    return {{"error", "This question is about an earlier text of the model."}, {"outdated", true}};
  if (type == "theme") return setTheme(question);
  if (type == "first") {
    const std::size_t source = numberIn(question, "source");
    if (source >= sources_.size()) throw Refusal{"There is no command to show."};
    return show(question, source, first(source, preferredIn(question), stop), stop);
  }
  std::size_t source = 0, index = 0;
  InstanceSource& instances = found(question, source, index);
  const model::Instance& instance = instances.instances()[index];
  if (type == "show") return show(question, source, {index, {}}, stop);
  if (type == "next") return show(question, source, instances.next(index, stop), stop);
  if (type == "text" && question.at("form") == "test") return test(sources_[source], instances, index, preferredIn(question));
  if (type == "text")
    return {{"text", text(question.at("form").get<std::string>(), sources_[source], instances, index, preferredIn(question))}};
  const std::size_t state = numberIn(question, "state");
  if (state >= instance.states.size()) throw Refusal{"The trace has no such state."};
  if (type == "relations") return relations(question, instance, state);
  if (type == "why") return why(question, source, instance, state, stop);
  if (type == "evaluate") return evaluate(source, instance, state, question.at("expression").get<std::string>(), stop);
  if (type == "other") {
    const std::string what = question.at("part").get<std::string>();
    for (const auto& [part, name] :
         {std::pair(Part::configuration, "configuration"), std::pair(Part::initialState, "initial state"),
          std::pair(Part::step, "step"), std::pair(Part::trace, "trace")})
      if (what == name) return show(question, source, instances.other(part, index, state, stop), stop);
  }
  throw Refusal{"The question has an unknown `type` or `part`."};
}

InstanceSource& Viewer::found(const Json& question, std::size_t& source, std::size_t& index) {
  source = numberIn(question, "source");
  index = numberIn(question, "index");
  if (source >= sources_.size()) throw Refusal{"There is no such instance."};
  const std::string preferred = commandOf(source) ? preferredIn(question) : "";
  const auto chosen = sources_[source].preferred.find(preferred);
  const auto& instances = chosen == sources_[source].preferred.end() ? sources_[source].instances : chosen->second;
  const bool known = preferred.empty() || chosen != sources_[source].preferred.end();
  if (!known || !instances || index >= instances->instances().size()) throw Refusal{"There is no such instance."};
  return *instances;
}

Json Viewer::about() const {
  Json sources = Json::array(), signatures = Json::array(), fields = Json::array();
  for (const Source& source : sources_)
    sources.push_back(
        {{"kind", nameOf(source.kind)}, {"label", reporters::withoutControls(source.label)}, {"text", source.text}});
  const model::Model& model = *good_->model;
  for (const model::SigId id : reporters::drawnSignatures(model))
    signatures.push_back(
        {{"name", reporters::signatureName(model, id)}, {"top", model.isTopLevel(id)}, {"subset", model.sig(id).subset}});
  for (const model::FieldId id : reporters::drawnFields(model, true))
    fields.push_back(
        {{"name", reporters::fieldName(model, id)}, {"library", reporters::isBookkeeping(model, model.field(id).sig)}});
  return {{"file", reporters::withoutControls(options_.name)},
          {"version", version_},
          {"start", start_},
          {"sources", std::move(sources)},
          {"signatures", std::move(signatures)},
          {"fields", std::move(fields)},
          {"theme", Json::parse(reporters::writeTheme(theme_))},
          {"themeFile", options_.themeFile},
          {"themeTrouble", themeTrouble_},
          {"code", sourceFiles(*good_)}};
}

Json Viewer::show(const Json& question, std::size_t number, const Outcome& outcome, const std::atomic<bool>& stop) {
  const std::optional<model::CommandId> command = commandOf(number);
  if (!outcome.index) {
    Json none = {{"none", outcome.message}};
    const std::string preferred = preferredIn(question);
    const auto chosen = sources_[number].preferred.find(preferred);
    const auto& searched = chosen == sources_[number].preferred.end() ? sources_[number].instances : chosen->second;
    if (command && preferred == allScopes && sources_[number].allScopes) {
      none = explanation(*good_, *sources_[number].allScopes, outcome.message);
    } else if (command && searched && searched->complete() && searched->instances().empty() && preferred != "nearest") {
      none = explanationOfNone(*good_, *command, outcome.message, options_.solver, stop);
      none["nearest"] = sources_[number].kind == Source::Kind::run;
      none["larger"] = true;
    }
    none["source"] = number;
    none["warnings"] = warnings(number, std::nullopt);
    return none;
  }
  const model::Model& model = *good_->model;
  const std::string preferred = command ? preferredIn(question) : "";
  const InstanceSource& instances = preferred.empty() ? *sources_[number].instances : *sources_[number].preferred.at(preferred);
  const suite::NearestValuation* nearest = preferred == "nearest" ? &*sources_[number].nearest : nullptr;
  const std::vector<suite::MarkedTuple> marked = nearest ? nearest->marked : std::vector<suite::MarkedTuple>();
  const model::Instance& instance = instances.instances()[*outcome.index];
  std::map<std::string, std::string> chosen;
  if (question.contains("atoms")) chosen = question["atoms"].get<std::map<std::string, std::string>>();
  Json projected = Json::array();
  const std::vector<reporters::Projection> projections = reporters::projections(model, instance, theme_, chosen);
  for (const reporters::Projection& projection : projections) {
    Json atoms = Json::array();
    for (const model::Atom atom : projection.atoms) atoms.push_back(instance.universe->name(atom));
    projected.push_back({{"signature", reporters::signatureName(model, projection.signature)},
                         {"atoms", std::move(atoms)},
                         {"atom", projection.atoms.empty() ? "" : instance.universe->name(projection.atom)}});
  }
  reporters::InstanceGraph graph(model, instance, theme_, projections, marked);
  Json drawings = Json::array();
  std::string remark;
  if (graph.drawable())
    for (std::uint32_t state = 0; state < instance.states.size(); ++state)
      drawings.push_back(
          graph.svg(state, instance.states.size() == 1 ? "The instance as a graph" : fmt::format("State {}", state)));
  else if (graph.boxCount() == 0)
    remark = "There is no atom to draw.";
  else
    remark = fmt::format("Not drawn: {} and {} are too many to draw. Hide signatures or relations.",
                         support::plural(graph.boxCount(), "atom"), support::plural(graph.arrowCount(), "tuple"));
  Json said = warnings(number, instances.wrapped()[*outcome.index]);
  // The remark on a log may contain text of the log, so control characters are removed.
  const std::string remarkOfSource = reporters::withoutControls(instances.remark());
  const std::size_t end = std::min(remarkOfSource.find('\n'), remarkOfSource.size());
  Json why = instances.names().empty()
                 ? (nearest ? explanation(*nearest)
                            : explanation(*good_, instance, command, options_.solver.semantics, support::Budget({.stop = &stop})))
                 : Json{{"text", remarkOfSource.substr(0, end)},
                        {"details", remarkOfSource.substr(std::min(end + 1, remarkOfSource.size()))},
                        {"marks", Json::array()}};
  Json steps = Json::array();
  for (const suite::StepName& step : suite::stepNames(model, instance))
    steps.push_back(reporters::withoutControls(suite::stepText(step)));
  if (!instances.names().empty() && !steps.empty()) steps.erase(steps.size() - 1);  // no step follows the last state
  return {{"source", number},
          {"index", *outcome.index},
          {"prefer", preferred.empty() ? "smallest" : preferred},
          {"reached", instances.reached()[*outcome.index]},
          {"count", instances.instances().size()},
          {"searches", instances.searches()},
          {"more", !instances.complete() || *outcome.index + 1 < instances.instances().size()},
          {"temporal", instances.temporal()},
          {"states", instance.states.size()},
          {"loop", instance.loop},
          {"drawings", std::move(drawings)},
          {"remark", remark},
          {"said", preferred == allScopes ? remarkOfSource : ""},
          {"names", instances.names()},
          {"steps", std::move(steps)},
          {"start", instances.start()},
          {"tables", reporters::html::tables(model, instance, "", theme_.library, instances.names(), marked)},
          {"projections", std::move(projected)},
          {"warnings", said},
          {"why", std::move(why)}};
}

/// Warnings without which an answer to a command would be misunderstood.
Json Viewer::warnings(std::size_t number, const std::optional<evaluator::Overflow>& wrapped) const {
  Json texts = Json::array();
  const auto add = [&](const std::vector<model::Diagnostic>& warnings) {
    for (const model::Diagnostic& warning : warnings)
      texts.push_back(fmt::format("{}: {}", good_->sources.describe(warning.span), warning.message));
  };
  if (const auto command = commandOf(number)) {
    add(suite::warningsOn(*good_, *command, solver::problemOf(*good_->model, *command), wrapped));
    add(suite::warningsUsedBy(*good_, *command));
  }
  return texts;
}

std::optional<model::CommandId> Viewer::commandOf(std::size_t source) const {
  const Source::Kind kind = sources_[source].kind;
  return kind == Source::Kind::run || kind == Source::Kind::check ? std::optional(sources_[source].id) : std::nullopt;
}

Json Viewer::evaluate(std::size_t source, const model::Instance& instance, std::size_t state, const std::string& expression,
                      const std::atomic<bool>& stop) {
  try {
    const support::Budget untilStopped({.stop = &stop});
    const suite::ExpressionAnswer asked =
        suite::ask(*good_, instance, static_cast<unsigned>(state), commandOf(source), expression,
                   {.semantics = options_.solver.semantics, .budget = &untilStopped});
    if (asked.value) return {{"value", reporters::withoutControls(suite::text(*asked.value, *instance.universe))}};
    const int at = instance.states.size() > 1 ? static_cast<int>(state) : -1;
    if (asked.reason || asked.tuple) {
      Json answer = asked.tuple ? explanation(*good_, *asked.tuple) : explanation(*good_, *asked.reason, at);
      answer["value"] = answer["text"].get<std::string>() + "\n" + answer["details"].get<std::string>();
      return answer;
    }
    const std::string told = rendered(asked.diagnostics, good_->sources);
    return {{"error", told.empty() ? asked.error + "\n" : told}};
  } catch (const evaluator::EvaluationError& error) {
    return {{"error", fmt::format("{}\n", error.what())}};
  } catch (const support::Exhausted& end) {
    return {{"error", fmt::format("{}\n", end.what())}};
  }
}

/// Explains why the tuple or atom that the user selected is in a field or signature, or why it is not.
Json Viewer::why(const Json& question, std::size_t source, const model::Instance& instance, std::size_t state,
                 const std::atomic<bool>& stop) {
  const model::Model& model = *good_->model;
  suite::RelationTuple of;
  of.tuple = question.at("tuple").get<std::vector<model::Atom>>();
  const std::string name = question.at("relation").get<std::string>();
  std::size_t arity = 0;
  for (const model::SigId id : reporters::drawnSignatures(model))
    if (reporters::signatureName(model, id) == name) of.sig = id, arity = 1;
  for (const model::FieldId id : reporters::drawnFields(model, true))
    if (of.sig == model::noId && reporters::fieldName(model, id) == name) of.field = id, arity = model.field(id).arity;
  const auto unknown = [&](model::Atom atom) { return atom >= instance.universe->size(); };
  if (arity == 0 || of.tuple.size() != arity || std::ranges::any_of(of.tuple, unknown)) throw Refusal{"There is no such tuple."};
  const support::Budget untilStopped({.stop = &stop});
  try {
    return explanation(*good_, suite::reasonForTuple(*good_, instance, of, static_cast<unsigned>(state), commandOf(source),
                                                     {.semantics = options_.solver.semantics, .budget = &untilStopped}));
  } catch (const evaluator::EvaluationError& error) {
    throw Refusal{error.what()};
  } catch (const support::Exhausted& end) {
    throw Refusal{end.what()};
  }
}

Json Viewer::relations(const Json& question, const model::Instance& instance, std::size_t state) const {
  const model::Model& model = *good_->model;
  const auto tuple = question.at("tuple").get<std::vector<model::Atom>>();
  std::vector<std::string> names;
  for (const model::Atom atom : tuple) {
    if (atom >= instance.universe->size()) throw Refusal{"There is no such tuple."};
    names.push_back(instance.universe->name(atom));
  }
  Json relations = Json::array();
  for (const suite::RelationTuple& of : suite::relationsFor(model, instance, tuple, static_cast<unsigned>(state)))
    relations.push_back(
        {{"name", of.field == model::noId ? reporters::signatureName(model, of.sig) : reporters::fieldName(model, of.field)},
         {"there", suite::isThere(instance, of, static_cast<unsigned>(state))}});
  return {{"text", reporters::withoutControls(fmt::format("{}", fmt::join(names, "->")))}, {"relations", std::move(relations)}};
}

std::string Viewer::text(const std::string& form, std::size_t number, std::size_t index) const {
  const Source& source = sources_.at(number);
  return text(form, source, *source.instances, index, "");
}

std::string Viewer::text(const std::string& form, const Source& source, const InstanceSource& instances, std::size_t index,
                         const std::string& preferred) const {
  const auto known = reporters::instanceForm(form);
  if (!known) throw Refusal{"There is no such output format."};
  const bool found = source.kind == Source::Kind::run || source.kind == Source::Kind::check;
  const std::string title = !found                   ? source.label
                            : preferred == "nearest" ? source.label + "#nearest"
                                                     : fmt::format("{}#{}", source.label, index + 1);
  return reporters::instanceText(*known, *good_->model, instances.instances().at(index), title, source.text, options_.name);
}

/// The instance as a regression test: a file of tests with `open`, `val` and `test`, as `aunit exec --keep` writes it.
Json Viewer::test(const Source& source, const InstanceSource& instances, std::size_t index, const std::string& preferred) const {
  if ((source.kind != Source::Kind::run && source.kind != Source::Kind::check) || preferred == "nearest")
    throw Refusal{"Only an instance or counterexample of a command can become a test."};
  if (options_.opening.empty()) throw Refusal{"A test file cannot name this model in `open`: rename the file of the model."};
  const model::Model& model = *good_->model;
  const model::Command& command = model.commands()[source.id];
  auto claim = strength::claimOnInstance(model, command);
  if (!claim) throw Refusal{"This `check` has no assertion with a name, so its counterexample cannot become a test."};
  claim->instance = instances.instances().at(index);
  std::string text = options_.opening;
  if (options_.solver.semantics.noOverflow && strength::needsNoOverflow(model, command, *claim))
    text += strength::noOverflowRemark;
  text += strength::ProposalText(model, options_.opening).next(*claim, strength::titleOf(command), "");
  return {{"text", std::move(text)}};
}

// Requests about the theme and the model's file.

Json Viewer::setTheme(const Json& question) {
  std::string error;
  auto theme = reporters::readTheme(question.at("theme").dump(-1, ' ', true), error);
  if (!theme) throw Refusal{error};
  theme_ = std::move(*theme);
  return Json::object();
}

Json Viewer::saveTheme() {
  std::string error;
  if (!themeTrouble_.empty()) throw Refusal{fmt::format("{}. The file is not overwritten.", themeTrouble_)};
  if (!support::writeFile(options_.themeFile, reporters::writeTheme(theme_), error))
    throw Refusal{fmt::format("{} cannot be written: {}", options_.themeFile, error)};
  return {{"saved", options_.themeFile}};
}

Json Viewer::reload() {
  const std::string label = start_ < sources_.size() ? sources_[start_].label : "";
  if (!load()) throw Refusal{rendered(latest_->diagnostics, latest_->sources)};
  const auto same = std::ranges::find(sources_, label, &Source::label);
  start_ = same == sources_.end() ? 0 : static_cast<std::size_t>(same - sources_.begin());
  return about();
}

}  // namespace aunit::server::view
