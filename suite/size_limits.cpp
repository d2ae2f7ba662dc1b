#include "suite/size_limits.h"

#include "solver/scope.h"

namespace aunit::suite {

std::optional<evaluator::SizeLimits> sizeLimits(const model::Model& model, const model::Command& command) {
  if (command.scope.overall < 0 && command.scope.sigs.empty()) return std::nullopt;
  solver::SigSizes sizes = solver::deriveSizes(model, command.scope, command.temporal);
  return evaluator::SizeLimits{std::move(sizes.size), std::move(sizes.exact)};
}

}  // namespace aunit::suite
