#include "runner/size_limits.h"

#include <algorithm>

namespace aunit::runner {

std::optional<evaluator::SizeLimits> sizeLimits(const model::Model& model, const model::Command& command) {
  const model::Scope& scope = command.scope;
  if (scope.overall < 0 && scope.sigs.empty()) return std::nullopt;
  evaluator::SizeLimits limits;
  limits.most.assign(model.sigs().size(), -1);
  limits.exact.assign(model.sigs().size(), false);
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    const bool derived = sig.isEnum || sig.multiplicity == model::Multiplicity::one || (sig.isAbstract && !sig.children.empty());
    if (model.isTopLevel(id) && !derived) limits.most[id] = scope.overall;
  }
  for (const model::SigScope& entry : scope.sigs) {
    limits.most[entry.sig] = std::max(entry.start, entry.end);
    limits.exact[entry.sig] = entry.exact;
  }
  return limits;
}

}  // namespace aunit::runner
