#include "solver/grounding/shared_bounds.h"

#include <utility>

namespace aunit::solver {

const SharedBounds::Known* SharedBounds::find(const model::Model& model, const Problem& problem, const Options& options) const {
  for (const Entry& entry : entries_) {
    const bool isSameKind = entry.noOverflow == options.semantics.noOverflow &&
                            (entry.breaksSymmetries == (options.symmetry > 0) || !entry.known.bounds->dependsOnSymmetries());
    if (isSameKind && haveSameBackground(model, entry.problem, problem)) return &entry.known;
  }
  return nullptr;
}

void SharedBounds::keep(const Problem& problem, const Options& options, Known known) {
  entries_.push_back({problem, options.symmetry > 0, options.semantics.noOverflow, std::move(known)});
}

}  // namespace aunit::solver
