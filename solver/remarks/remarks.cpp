#include "solver/remarks/remarks.h"

#include <utility>

#include "solver/bitwidth/wider.h"

namespace aunit::solver {

namespace {

// vacuityOf() ends when it has checked its budget this many times. This takes a few tenths of a second: the
// translation checks the budget after each 65,536 steps or so, the solver after every few conflicts.
constexpr int mostQuestions = 200;
constexpr double longestRemark = 1;  // seconds; only slow machines reach this limit
// Time limit in seconds for bitsForInstance(), and for vacuityOf() if traces may have any length. In the second case, another
// thread may try at the same time to prove that the command has no instance.
constexpr double longestBesideProof = 0.5;

}  // namespace

Remarks remarksOn(ModelQuestions& questions, const Problem& problem, Verdict verdict, RelianceWanted wanted,
                  const Options& options, const support::Budget& budget) {
  const Options steady{
      .solver = "steady", .symmetry = options.symmetry, .skolemDepth = options.skolemDepth, .semantics = options.semantics};
  const bool anyLength = problem.temporal && problem.scope.maxSteps == model::unboundedSteps;
  Remarks remarks;
  remarks.vacuity = vacuityOf(questions, problem, verdict, steady,
                              budget.within({.seconds = anyLength ? longestBesideProof : longestRemark}).endingAt(mostQuestions));
  if (verdict != Verdict::unsatisfiable || remarks.vacuity) return remarks;
  remarks.bitsForInstance = bitsForInstance(questions.model(), problem, options, budget.within({.seconds = longestBesideProof}));
  Reliance reliance = relianceInShort(questions, problem, wanted, options, budget);
  if (reliance.kind != Reliance::Kind::unknown) remarks.reliance = std::move(reliance);
  return remarks;
}

}  // namespace aunit::solver
