#include "solver/remarks/remarks.h"

#include <utility>

#include "solver/bitwidth/wider.h"

namespace aunit::solver {

namespace {

// The budget of one remark ends when it has been checked this many times: after a few tenths of a second. It is checked after
// about 65,536 steps of a translation, and after a few conflicts.
constexpr int mostQuestions = 200;
constexpr double longestRemark = 1;  // seconds; a safety net for slow machines
// Time limit in seconds of two searches: the search for traces of any length, beside which another thread may try to prove that
// there are none, and the search with more bits.
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
