#include "solver/bitwidth/wider.h"

#include <algorithm>
#include <new>
#include <vector>

#include "solver/grounding/scope.h"
#include "solver/session/background.h"
#include "solver/unsupported.h"

namespace aunit::solver {

std::optional<int> bitsForInstance(const model::Model& model, const Problem& problem, const Options& options,
                                   const support::Budget& budget) {
  try {
    const NumberRanges ranges = numberRangesOf(model, problem);
    if (!ranges.mayOverflow) return std::nullopt;
    Problem wider = problem;
    wider.scope.bitwidth = std::max(deriveSizes(model, problem.scope, problem.temporal).bitwidth + 1, ranges.bits);
    std::vector<model::ExprId> goals = problem.also;
    if (problem.formula != model::noId) goals.push_back(problem.formula);
    // Not a Search: after some time it would begin a proof on a thread of its own.
    if (Background(model, wider, Background::Facts::kept, options).ask(goals, budget) == Verdict::satisfiable)
      return wider.scope.bitwidth;
  } catch (const Unsupported&) {
  } catch (const support::Exhausted&) {
  } catch (const std::bad_alloc&) {
    // Nothing is claimed that could not be asked.
  }
  return std::nullopt;
}

}  // namespace aunit::solver
