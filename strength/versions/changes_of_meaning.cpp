#include "strength/versions/changes_of_meaning.h"

#include <algorithm>
#include <iterator>
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
#include "strength/versions/gates.h"
#include "strength/versions/pairs.h"

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
        corresponding_(comparison::correspondence(older_, newer_)),
        pairs_(pairsOf(older_, newer_, corresponding_)),
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
  /// Facts of libraries are the same when they stand for the same; those that differ are left to the versions' own.
  std::vector<std::uint32_t> sameFacts() {
    comparison::Alike alike(older_, newer_, corresponding_);
    std::vector<std::uint32_t> same(newer_.facts().size(), noId);
    for (std::uint32_t i = 0; i < same.size(); ++i)
      if (!isOwn(newer_, newer_.facts()[i].module)) same[i] = i;
    for (const Pair& pair : pairs_.facts)
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
    if (const auto allowance = allowanceBeside(sourcesOfNewer_, change.newer)) {
      change.allows = allowance->gate;
      change.allowed = allowance->reason;
    }
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
    for (const Pair& pair : pairs_.facts) {
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
    for (const Pair& pair : pairs_.functions) function(pair);
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
    for (const Pair& pair : pairs_.assertions) {
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
    for (const Pair& pair : pairs_.commands) command(pair);
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
  const comparison::Correspondence corresponding_;
  const Pairs pairs_;
  Frame frame_;
  model::Scope scope_;
  std::unique_ptr<Relations> relations_;
  std::vector<ExprId> factsOfOlder_, factsOfNewer_;
  std::string missing_;
  bool constraintsChanged_ = false;
  Comparison comparison_;
};

}  // namespace

Comparison compare(const parser::Loaded& older, const parser::Loaded& newer, const CompareOptions& options) {
  return Comparing(older, newer, options).result();
}

}  // namespace aunit::strength::versions
