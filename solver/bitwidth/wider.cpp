#include "solver/bitwidth/wider.h"

#include <algorithm>
#include <new>

#include "solver/grounding/scope.h"
#include "solver/session/search.h"
#include "solver/unsupported.h"
#include "support/memory.h"

namespace aunit::solver {

std::optional<int> bitsForInstance(const model::Model& model, const Problem& problem, const Options& options,
                                   const support::Budget& budget) {
  try {
    const NumberRanges ranges = numberRangesOf(model, problem);
    if (!ranges.mayOverflow) return std::nullopt;
    Problem wider = problem;
    wider.scope.bitwidth = std::max(deriveSizes(model, problem.scope, problem.temporal).bitwidth + 1, ranges.bits);
    const Options how{.solver = options.solver,
                      .symmetry = options.symmetry,
                      .skolemDepth = options.skolemDepth,
                      .semantics = options.semantics,
                      .threads = Threads::one};
    if (Search(model, wider, how).next(budget).verdict == Verdict::satisfiable) return wider.scope.bitwidth;
  } catch (const Unsupported&) {
  } catch (const support::Exhausted&) {
    // No answer: a search that did not end proves nothing.
  } catch (const std::bad_alloc&) {
    support::memoryRanOut = true;
  }
  return std::nullopt;
}

}  // namespace aunit::solver
