#include "strength/versions/command_changes.h"

#include <string>

#include <fmt/format.h>

#include "parser/command_text.h"
#include "solver/grounding/problem.h"
#include "solver/session/answer_text.h"
#include "solver/session/answered.h"
#include "solver/session/search.h"
#include "strength/versions/paragraph_change.h"

namespace aunit::strength::versions {

using comparison::Relation;
using namespace model;

namespace {

/// Returns the text of a scope of the older version, in the newer version's names, because renamed signatures are no change of a
/// scope. Uses the older names if the newer version lacks one of the signatures.
std::string scopeTextOfOlder(model::Scope scope, const Versions& versions, const comparison::Correspondence& corresponding) {
  const model::Scope asWritten = scope;
  for (model::SigScope& of : scope.sigs)
    if ((of.sig = corresponding.sigs[of.sig]) == noId) return parser::scopeText(versions.older, asWritten);
  return parser::scopeText(versions.newer, scope);
}

/// Solves the command in both versions, and adds both verdicts to the change. Throws support::Exhausted if the work is stopped.
void addVerdicts(Change& change, const Pair& pair, const Versions& versions, const ProofOptions& options) {
  const auto ask = [&](const Model& model, std::uint32_t command) {
    return answered(
        solver::Search(model, solver::problemOf(model, command), solverOptions(options)).next(support::Budget(options.limits)));
  };
  const solver::Result before = ask(versions.plainOlder, pair.older), after = ask(versions.plainNewer, pair.newer);
  if (options.limits.stopped()) throw support::Exhausted("stopped");
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
  const bool check = versions.newer.commands()[pair.newer].check;
  const auto said = [&](const solver::Result& result) {
    const bool found = result.verdict == solver::Verdict::satisfiable;
    return std::string(found ? "" : "no ") + (check ? "counterexample" : "instance");
  };
  change.verdictBefore = said(before);
  change.verdictAfter = said(after);
  change.notes.push_back(fmt::format("answer \"{}\" became \"{}\"", change.verdictBefore, change.verdictAfter));
}

}  // namespace

std::optional<Change> changeOfCommand(const Pair& pair, const Versions& versions, Frame& frame, bool areConstraintsChanged,
                                      const ProofOptions& options) {
  const model::Command* before = pair.older == noId ? nullptr : &versions.older.commands()[pair.older];
  const model::Command* after = pair.newer == noId ? nullptr : &versions.newer.commands()[pair.newer];
  Change change = begun(Change::Kind::command, before, after);
  if (!before || !after) {
    change.expectationRemoved = before && (before->check || before->expect >= 0);
    return change;
  }
  const std::string scopeBefore = scopeTextOfOlder(before->scope, versions, frame.corresponding());
  const std::string scopeAfter = parser::scopeText(versions.newer, after->scope);
  change.scopeChanged = scopeBefore != scopeAfter;
  if (change.scopeChanged) change.notes.push_back(fmt::format("scope \"{}\" became \"{}\"", scopeBefore, scopeAfter));
  if (before->expect != after->expect) {
    change.expectationRemoved = before->expect >= 0;
    const auto said = [](int expect) { return expect < 0 ? std::string("no expectation") : fmt::format("expect {}", expect); };
    change.notes.push_back(fmt::format("\"{}\" became \"{}\"", said(before->expect), said(after->expect)));
  }
  const bool alike = before->formula == noId || after->formula == noId
                         ? before->formula == after->formula
                         : frame.alike().expressions(before->formula, after->formula);
  if (alike && !areConstraintsChanged && change.notes.empty()) return std::nullopt;
  change.relation = Relation::same;
  if (!alike || areConstraintsChanged || change.scopeChanged) addVerdicts(change, pair, versions, options);
  if (change.relation == Relation::same && change.notes.empty()) return std::nullopt;
  return change;
}

}  // namespace aunit::strength::versions
