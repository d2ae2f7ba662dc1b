#include "solver/remarks/remarks.h"

#include <utility>

#include "solver/bitwidth/wider.h"

namespace aunit::solver {

namespace {

// A remark may check its budget this many times, which takes a few tenths of a second. The translation checks the budget after
// each 65,536 steps or so, the solver after every few conflicts.
constexpr int mostQuestions = 200;
constexpr double longestRemark = 1;  // seconds; a safety net for slow machines
// Time limit in seconds for the search with more bits, and for the search for traces of any length. During the latter, another
// thread may try to prove that there are no such traces.
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
