#include "strength/versions/changes_of_meaning.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "parser/command_text.h"
#include "solver/grounding/problem.h"
#include "solver/session/answer_text.h"
#include "solver/session/search.h"
#include "strength/answered.h"
#include "strength/generation/neighbours.h"
#include "strength/versions/frame.h"

namespace aunit::strength::versions {

using comparison::Formulas;
using comparison::Related;
using comparison::Relation;
using comparison::Relations;
using model::ExprId;
using model::FuncId;
using model::Model;
using model::noId;
using model::Op;
using model::SigId;

namespace {

constexpr int scopeByDefault = 3;

/// Pairs of paragraphs of two versions; noId where one has none.
struct Pair {
  std::uint32_t older = noId, newer = noId;
};

template <class Paragraphs, class Key>
std::vector<Pair> paired(const Paragraphs& older, const Paragraphs& newer, const Key& key,
                         const std::function<bool(std::uint32_t, bool)>& counts) {
  std::map<std::string, std::vector<std::uint32_t>> known;
  for (std::uint32_t i = 0; i < older.size(); ++i)
    if (counts(i, true)) known[key(older[i])].push_back(i);
  std::vector<Pair> result;
  for (std::uint32_t i = 0; i < newer.size(); ++i) {
    if (!counts(i, false)) continue;
    auto& same = known[key(newer[i])];
    result.push_back({same.empty() ? noId : same.front(), i});
    if (!same.empty()) same.erase(same.begin());
  }
  for (std::uint32_t i = 0; i < older.size(); ++i)
    if (const auto found = known.find(key(older[i]));
        found != known.end() && std::ranges::find(found->second, i) != found->second.end())
      result.push_back({i, noId});
  return result;
}

bool isOwn(const Model& model, model::ModuleId module) {
  return !model.modules()[module].library && !model.modules()[module].ofTests;
}

int largestScope(const Model& model) {
  int largest = 0;
  for (const model::Command& command : model.commands())
    if (!command.isDefault) largest = std::max(largest, command.scope.overall);
  return std::max(largest, scopeByDefault);
}

/// Comparing two versions of one model.
class Comparing {
 public:
  Comparing(const parser::Loaded& older, const parser::Loaded& newer, const CompareOptions& options)
      : sourcesOfOlder_(older.sources),
        sourcesOfNewer_(newer.sources),
        older_(*older.model),
        newer_(*newer.model),
        options_(options),
        facts_(pairedFacts()),
        frame_(older_, newer_, sameFacts()) {
    scope_.overall = options.scope.value_or(std::max(largestScope(older_), largestScope(newer_)));
  }

  Comparison result() {
    comparison_.scope = fmt::format("{}", scope_.overall);
    signatures();
    facts();
    functions();
    assertions();
    model();
    commands();
    return std::move(comparison_);
  }

 private:
  std::vector<Pair> pairedFacts() {
    const comparison::Correspondence corresponding = comparison::correspondence(older_, newer_);
    comparison::Alike alike(older_, newer_, corresponding);
    const auto counts = [&](std::uint32_t i, bool old) {
      return isOwn(old ? older_ : newer_, (old ? older_ : newer_).facts()[i].module);
    };
    const auto isNamed = [](const model::Fact& fact) { return fact.name.find('$') == std::string::npos; };
    std::vector<Pair> result = paired(
        older_.facts(), newer_.facts(), [](const model::Fact& fact) { return fact.name; },
        [&](std::uint32_t i, bool old) { return counts(i, old) && isNamed((old ? older_ : newer_).facts()[i]); });
    std::vector<std::uint32_t> before, after;
    for (std::uint32_t i = 0; i < older_.facts().size(); ++i)
      if (counts(i, true) && !isNamed(older_.facts()[i])) before.push_back(i);
    for (std::uint32_t i = 0; i < newer_.facts().size(); ++i)
      if (counts(i, false) && !isNamed(newer_.facts()[i])) after.push_back(i);
    std::erase_if(after, [&](std::uint32_t i) {
      const auto same = std::ranges::find_if(
          before, [&](std::uint32_t old) { return alike.expressions(older_.facts()[old].body, newer_.facts()[i].body); });
      if (same == before.end()) return false;
      result.push_back({*same, i});
      before.erase(same);
      return true;
    });
    for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i)
      result.push_back({i < before.size() ? before[i] : noId, i < after.size() ? after[i] : noId});
    std::ranges::stable_sort(result, {}, &Pair::newer);
    return result;
  }

  /// Facts of libraries are the same when they stand for the same; those that differ are left to the versions' own.
  std::vector<std::uint32_t> sameFacts() {
    const comparison::Correspondence corresponding = comparison::correspondence(older_, newer_);
    comparison::Alike alike(older_, newer_, corresponding);
    std::vector<std::uint32_t> same(newer_.facts().size(), noId);
    for (std::uint32_t i = 0; i < same.size(); ++i)
      if (!isOwn(newer_, newer_.facts()[i].module)) same[i] = i;
    for (const Pair& pair : facts_)
      if (pair.older != noId && pair.newer != noId &&
          alike.expressions(older_.facts()[pair.older].body, newer_.facts()[pair.newer].body))
        same[pair.newer] = pair.older;
    return same;
  }

  Relations& relations() {
    if (!relations_) {
      comparison::RelationOptions how;
      how.scope = scope_;
      how.proof = options_.proof;
      relations_ = std::make_unique<Relations>(frame_.extension(), how);
    }
    return *relations_;
  }

  void relate(Change& change, const Formulas& formulas) {
    Related related = relations().relate(formulas);
    change.relation = related.relation;
    change.why = related.why;
    if (related.byFirst) add(change, *related.byFirst, Witness::AcceptedBy::older, formulas);
    if (related.bySecond) add(change, *related.bySecond, Witness::AcceptedBy::newer, formulas);
  }

  void add(Change& change, const comparison::Separating& found, Witness::AcceptedBy by, const Formulas& formulas) {
    Witness witness;
    witness.by = by;
    witness.state = found.state;
    for (const evaluator::Binding& binding : found.arguments)
      witness.arguments.push_back(fmt::format("{} = {}", frame_.extension().model().variable(binding.variable).name,
                                              text(binding.value, *found.instance.universe)));
    const bool older = by == Witness::AcceptedBy::older;
    witness.instance = older ? frame_.asOlder(found.instance) : found.instance;
    if (change.kind != Change::Kind::function)
      if (auto near = relations().nearest(formulas, found)) witness.near = older ? frame_.asOlder(*near) : std::move(*near);
    change.witnesses.push_back(std::move(witness));
  }

  static std::string text(const model::TupleSet& value, const model::Universe& universe) {
    std::string text;
    value.forEach([&](std::span<const model::Atom> tuple) {
      if (!text.empty()) text += " + ";
      for (std::size_t i = 0; i < tuple.size(); ++i) text += (i == 0 ? "" : "->") + universe.name(tuple[i]);
    });
    return text.empty() ? "none" : text;
  }

  /// Keeps a change, with what a comment beside it allows.
  void keep(Change change) {
    const auto allowance = [&](const model::SourceMap& sources, model::Span span) {
      if (!span.known() || change.allowed) return;
      const std::string& text = sources.file(span.file).document();
      const std::size_t line = span.begin == 0 ? 0 : text.rfind('\n', span.begin - 1) + 1;
      std::size_t begin = line;
      if (line > 0) {  // the line above, if it is a comment and nothing else
        const std::size_t above = line == 1 ? 0 : text.rfind('\n', line - 2) + 1;
        const std::size_t word = text.find_first_not_of(" \t", above);
        if (text.compare(word, 2, "--") == 0) begin = above;
      }
      const std::size_t end = std::min(text.find('\n', span.end), text.size());
      constexpr std::string_view mark = "-- aunit: allow ";
      const std::string_view beside = std::string_view(text).substr(begin, end - begin);
      const std::size_t at = beside.find(mark);
      if (at == std::string_view::npos) return;
      std::string_view rest = beside.substr(at + mark.size());
      rest = rest.substr(0, rest.find('\n'));
      const std::size_t open = rest.find('('), close = rest.rfind(')');
      change.allows = rest.substr(0, rest.find_first_of(" ("));
      if (open != std::string_view::npos && close != std::string_view::npos && close > open + 1)
        change.allowed = rest.substr(open + 1, close - open - 1);
    };
    allowance(sourcesOfNewer_, change.newer);
    comparison_.changes.push_back(std::move(change));
  }

  ExprId all(const std::vector<ExprId>& formulas) {
    frame_.extension().nodes().at({});
    return frame_.extension().nodes().list(Op::and_, formulas);
  }

  static std::string nameOf(const auto& paragraph) { return paragraph.name; }
  static std::string nameOf(const model::Command& command) {
    return fmt::format("{} {}", command.check ? "check" : "run", command.label);
  }
  /// What is known of a paragraph before its meanings are compared. One version may have none of this name.
  template <class Paragraph>
  static Change begun(Change::Kind kind, const Paragraph* before, const Paragraph* after) {
    Change change;
    change.kind = kind;
    change.name = nameOf(*(after ? after : before));
    change.standing = !before ? Change::Standing::added : !after ? Change::Standing::removed : Change::Standing::changed;
    if (before) change.older = before->span;
    if (after) change.newer = after->span;
    if (!before || !after) change.why = before ? "only the older version has it" : "only the newer version has it";
    return change;
  }

  void signatures() {
    std::size_t own = 0;
    for (SigId id = model::builtin::count; id < newer_.sigs().size(); ++id)
      own += isOwn(newer_, newer_.sig(id).module) && !newer_.sig(id).isMeta;
    for (const Frame::Declaration& declaration : frame_.declarations()) {
      Change change = begun(Change::Kind::signature, declaration.older == noId ? nullptr : &older_.sig(declaration.older),
                            declaration.newer == noId ? nullptr : &newer_.sig(declaration.newer));
      change.name = declaration.name;
      if (declaration.newer != noId && own > 0) --own;
      if (change.why.empty() && !declaration.said.missing.empty())
        change.why = declaration.said.missing + " is not what it was";
      else if (change.why.empty())
        relate(change, {.first = all(declaration.said.older), .second = all(declaration.said.newer)});
      if (change.relation == Relation::same)
        for (const std::string& part : frame_.onlyNewer())
          if (part.starts_with("field " + declaration.name + ".")) change.notes.push_back(part + " is new");
      keep(std::move(change));
    }
    comparison_.unchanged += own;
  }

  void facts() {
    for (const Pair& pair : facts_) {
      const model::Fact* before = pair.older == noId ? nullptr : &older_.facts()[pair.older];
      const model::Fact* after = pair.newer == noId ? nullptr : &newer_.facts()[pair.newer];
      Change change = begun(Change::Kind::fact, before, after);
      change.why.clear();  // a fact that is not there asks for nothing: it is compared all the same
      if (before && after && frame_.alike().expressions(before->body, after->body)) {
        ++comparison_.unchanged;
        continue;
      }
      const auto copied = before && before->body != noId ? frame_.transplant().expression(before->body)
                                                         : std::optional(frame_.extension().nodes().truth(true));
      const ExprId now = after && after->body != noId ? after->body : frame_.extension().nodes().truth(true);
      if (!copied) {
        change.why = frame_.transplant().missing() + " is not what it was";
        missing_ = change.why;
      } else {
        factsOfOlder_.push_back(*copied);
        factsOfNewer_.push_back(now);
        relate(change, {.first = *copied, .second = now});
      }
      keep(std::move(change));
    }
  }

  void functions() {
    const auto own = [&](std::uint32_t i, bool old) {
      const Model& model = old ? older_ : newer_;
      return isOwn(model, model.func(i).module);
    };
    for (const Pair& pair : paired(
             older_.funcs(), newer_.funcs(), [](const model::Func& function) { return function.label; }, own))
      function(pair);
  }

  void function(const Pair& pair) {
    const model::Func* before = pair.older == noId ? nullptr : &older_.func(pair.older);
    const model::Func* after = pair.newer == noId ? nullptr : &newer_.func(pair.newer);
    Change change =
        begun((after ? after : before)->isPredicate ? Change::Kind::predicate : Change::Kind::function, before, after);
    if (before && after && frame_.alike().functions(pair.older, pair.newer)) {
      ++comparison_.unchanged;
      return;
    }
    if (before && after) change.why = compareFunctions(change, *before, *after);
    change.called = before && after && sourcesOfOlder_.text(before->span) == sourcesOfNewer_.text(after->span);
    keep(std::move(change));
  }

  /// Why they were not compared; empty where they were.
  std::string compareFunctions(Change& change, const model::Func& before, const model::Func& after) {
    if (before.recursive || after.recursive) return "it calls itself";
    if (before.isPredicate != after.isPredicate) return "a predicate and a function are not compared";
    if (before.body == noId || after.body == noId) return "it has no body";
    if (before.params.size() != after.params.size() || before.variables.size() != after.variables.size())
      return "it has other parameters";
    for (std::size_t i = 0; i < before.params.size(); ++i) {
      const model::Decl &one = before.params[i], &other = after.params[i];
      const auto bound = frame_.transplant().expression(one.bound);
      if (!bound) return frame_.transplant().missing() + " is not what it was";
      if (one.variableCount != other.variableCount || one.multiplicity != other.multiplicity || one.disjoint != other.disjoint ||
          !frame_.alike().expressions(one.bound, other.bound))
        return "it has other parameters";
      for (std::uint32_t v = 0; v < one.variableCount; ++v)
        frame_.transplant().stand(one.firstVariable + v, other.firstVariable + v);
    }
    const auto copied = frame_.transplant().expression(before.body);
    if (!copied) return frame_.transplant().missing() + " is not what it was";
    if (after.isPredicate) {
      relate(change, {.first = *copied, .second = after.body, .params = after.params, .everyState = true});
      return change.why;
    }
    model::Nodes& nodes = frame_.extension().nodes();
    nodes.at({});
    const Model& model = frame_.extension().model();
    if (model.expr(*copied).arity != model.expr(after.body).arity || model.expr(*copied).sort != model.expr(after.body).sort)
      return "its values have another number of columns";
    const bool number = model.expr(after.body).sort == model::Sort::integer;
    const ExprId differ = nodes.binary(number ? Op::integerEqual : Op::equal, *copied, after.body, true);
    relate(change, {.first = differ, .second = nodes.truth(false), .params = after.params, .everyState = true});
    if (change.relation == Relation::stronger) change.relation = Relation::neither;
    for (Witness& witness : change.witnesses) witness.by = Witness::AcceptedBy::neither;
    return change.why;
  }

  void assertions() {
    for (const Pair& pair : paired(
             older_.assertions(), newer_.assertions(), [](const model::Assertion&a) { return a.label; },
             [&](std::uint32_t i, bool old) {
               return isOwn(old ? older_ : newer_, (old ? older_ : newer_).assertions()[i].module);
             })) {
      const model::Assertion* before = pair.older == noId ? nullptr : &older_.assertions()[pair.older];
      const model::Assertion* after = pair.newer == noId ? nullptr : &newer_.assertions()[pair.newer];
      Change change = begun(Change::Kind::assertion, before, after);
      if (before && after && frame_.alike().expressions(before->body, after->body)) {
        ++comparison_.unchanged;
        continue;
      }
      if (!before || !after) {
        change.expectationRemoved = before != nullptr;
      } else if (const auto copied = frame_.transplant().expression(before->body)) {
        relate(change, {.first = *copied, .second = after->body});
      } else {
        change.why = frame_.transplant().missing() + " is not what it was";
      }
      keep(std::move(change));
    }
  }

  /// All facts and declarations together.
  void model() {
    std::vector<ExprId> before = factsOfOlder_, after = factsOfNewer_;
    std::string missing = missing_;
    for (const Frame::Declaration& declaration : frame_.declarations()) {
      std::ranges::copy(declaration.said.older, std::back_inserter(before));
      std::ranges::copy(declaration.said.newer, std::back_inserter(after));
      if (!declaration.said.missing.empty()) missing = declaration.said.missing + " is not what it was";
    }
    constraintsChanged_ = !before.empty() || !after.empty() || !missing.empty() || !frame_.onlyNewer().empty();
    if (!constraintsChanged_) return;
    Change change;
    change.kind = Change::Kind::model;
    change.name = newer_.modules()[0].name;
    if (!missing.empty()) {
      change.why = missing;
    } else {
      relate(change, {.first = all(before), .second = all(after)});
      if (!frame_.onlyNewer().empty()) {
        // What the older version accepts may be accepted with other values of what it does not see, or excluded by what that
        // asks.
        std::erase_if(change.witnesses, [](const Witness& witness) { return witness.by == Witness::AcceptedBy::older; });
        const bool added = !change.witnesses.empty();
        if (change.why.empty())
          change.why = fmt::format("{}; whether any is removed by {} is not looked at",
                                   added ? "behaviour is added" : "no behaviour is added", frame_.onlyNewer().front());
        change.relation = Relation::unknown;
      }
    }
    keep(std::move(change));
  }

  void commands() {
    const auto own = [&](std::uint32_t i, bool old) {
      const model::Command& command = (old ? older_ : newer_).commands()[i];
      return !command.isDefault && !command.ofTest;
    };
    for (const Pair& pair : paired(
             older_.commands(), newer_.commands(),
             [](const model::Command& command) { return (command.check ? "check " : "run ") + command.label; }, own))
      command(pair);
  }

  void command(const Pair& pair) {
    const model::Command* before = pair.older == noId ? nullptr : &older_.commands()[pair.older];
    const model::Command* after = pair.newer == noId ? nullptr : &newer_.commands()[pair.newer];
    Change change = begun(Change::Kind::command, before, after);
    if (!before || !after) {
      change.expectationRemoved = before && (before->check || before->expect >= 0);
      keep(std::move(change));
      return;
    }
    const std::string scopeBefore = parser::scopeText(older_, before->scope),
                      scopeAfter = parser::scopeText(newer_, after->scope);
    change.scopeChanged = scopeBefore != scopeAfter;
    if (change.scopeChanged) change.notes.push_back(fmt::format("scope \"{}\" became \"{}\"", scopeBefore, scopeAfter));
    if (before->expect != after->expect) {
      change.expectationRemoved = before->expect >= 0;
      const auto said = [](int expect) { return expect < 0 ? std::string("no expectation") : fmt::format("expect {}", expect); };
      change.notes.push_back(fmt::format("{} became {}", said(before->expect), said(after->expect)));
    }
    const bool alike = before->formula == noId || after->formula == noId
                           ? before->formula == after->formula
                           : frame_.alike().expressions(before->formula, after->formula);
    if (alike && !constraintsChanged_ && change.notes.empty()) {
      ++comparison_.unchanged;
      return;
    }
    change.relation = Relation::same;
    if (!alike || constraintsChanged_ || change.scopeChanged) verdicts(change, pair);
    if (change.relation == Relation::same && change.notes.empty()) {
      ++comparison_.unchanged;
      return;
    }
    keep(std::move(change));
  }

  void verdicts(Change& change, const Pair& pair) {
    const auto ask = [&](const Model& model, std::uint32_t command) {
      return answered(solver::Search(model, solver::problemOf(model, command), solverOptions(options_.proof))
                          .next(support::Budget(options_.proof.limits)));
    };
    const solver::Result before = ask(older_, pair.older), after = ask(newer_, pair.newer);
    if (options_.proof.limits.stopped()) throw support::Exhausted("stopped");
    const auto decided = [](const solver::Result& result) {
      return result.verdict == solver::Verdict::satisfiable || result.verdict == solver::Verdict::unsatisfiable;
    };
    if (!decided(before) || !decided(after)) {
      change.relation = Relation::unknown;
      change.why = decided(before) ? after.message : before.message;
      return;
    }
    if (before.verdict == after.verdict) return;
    change.verdictChanged = true;
    change.relation = before.verdict == solver::Verdict::satisfiable ? Relation::stronger : Relation::weaker;
    const bool check = newer_.commands()[pair.newer].check;
    const auto said = [&](const solver::Result& result) {
      const bool found = result.verdict == solver::Verdict::satisfiable;
      return std::string(found ? "" : "no ") + (check ? "counterexample" : "instance");
    };
    change.notes.push_back(fmt::format("{} became {}", said(before), said(after)));
  }

  const model::SourceMap &sourcesOfOlder_, &sourcesOfNewer_;
  const Model &older_, &newer_;
  const CompareOptions options_;
  std::vector<Pair> facts_;
  Frame frame_;
  model::Scope scope_;
  std::unique_ptr<Relations> relations_;
  std::vector<ExprId> factsOfOlder_, factsOfNewer_;
  std::string missing_;
  bool constraintsChanged_ = false;
  Comparison comparison_;
};

}  // namespace

const char* name(Change::Kind kind) {
  switch (kind) {
    case Change::Kind::signature: return "sig";
    case Change::Kind::fact: return "fact";
    case Change::Kind::predicate: return "pred";
    case Change::Kind::function: return "fun";
    case Change::Kind::assertion: return "assert";
    case Change::Kind::command: return "command";
    case Change::Kind::model: break;
  }
  return "model";
}

const char* name(Change::Standing standing) {
  switch (standing) {
    case Change::Standing::added: return "added";
    case Change::Standing::removed: return "removed";
    case Change::Standing::changed: break;
  }
  return "changed";
}

Comparison compare(const parser::Loaded& older, const parser::Loaded& newer, const CompareOptions& options) {
  return Comparing(older, newer, options).result();
}

const std::vector<std::string>& gates() {
  static const std::vector<std::string> names = {"weaker",          "stronger",           "neither", "unknown",
                                                 "behaviour-added", "behaviour-removed",  "removed", "verdict-changed",
                                                 "scope-changed",   "expectation-removed"};
  return names;
}

bool isOf(const Change& change, const std::string& gate) {
  const auto accepted = [&](Witness::AcceptedBy by) {
    return change.kind == Change::Kind::model &&
           std::ranges::any_of(change.witnesses, [&](const Witness& witness) { return witness.by == by; });
  };
  if (gate == "removed") return change.standing == Change::Standing::removed;
  if (gate == "verdict-changed") return change.verdictChanged;
  if (gate == "scope-changed") return change.scopeChanged;
  if (gate == "expectation-removed") return change.expectationRemoved;
  if (gate == "behaviour-added") return accepted(Witness::AcceptedBy::newer);
  if (gate == "behaviour-removed") return accepted(Witness::AcceptedBy::older);
  if (gate == "unknown" && change.standing != Change::Standing::changed && change.kind != Change::Kind::fact) return false;
  // Of the model the behaviour counts: its facts and declarations have gates of their own, and may be allowed.
  if (change.kind == Change::Kind::model && gate != "unknown") return false;
  return change.kind != Change::Kind::command && gate == comparison::name(change.relation);
}

}  // namespace aunit::strength::versions
