#include "suite/instance_count.h"

#include <utility>

#include "solver/search.h"

namespace aunit::suite {

Counted countInstances(const model::Model& model, model::CommandId command, const model::InstanceCount& wanted,
                       solver::Options options) {
  solver::Problem problem = solver::problemOf(model, command);
  problem.expect = -1;  // symmetry breaking heeds it
  Counted result;
  if (problem.scope.maxSteps == model::unboundedSteps) {
    result.last.verdict = solver::Verdict::error;
    result.last.message = "traces of any length have no last one: their number is not known";
    return result;
  }
  options.enumerate = true;
  if (!wanted.upToSymmetry) options.symmetry = 0;
  const solver::Budget budget(options.timeout, options.memory, options.stop);
  solver::Search search(model, std::move(problem), options);
  do {
    result.last = search.next(budget);
    if (result.last.verdict != solver::Verdict::satisfiable) break;
    if (++result.found == 1) result.instance = std::move(result.last.instance);
  } while (result.found <= wanted.number);
  return result;
}

}  // namespace aunit::suite
