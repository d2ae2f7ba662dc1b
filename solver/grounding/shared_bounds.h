// Bounds that are shared by the problems of one model, because the facts alone determine all relations.
#pragma once

#include <memory>
#include <vector>

#include "model/model.h"
#include "solver/grounding/bounds.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"

namespace aunit::solver {

/// If a model holds much data, solving a problem spends most of its time on reading the facts. If the facts determine all
/// relations, formulas cannot narrow the bounds, so problems that differ only in their formulas have the same bounds. Only one
/// thread at a time may use this object.
class SharedBounds {
 public:
  struct Known {
    std::shared_ptr<const Bounds> bounds;
    std::vector<bool> settled;  // as Grounding::settled, but only for the conjuncts before the problem's own formulas
  };

  /// The bounds of the problem; null if they are unknown. All problems must be about the same declarations and facts.
  const Known* find(const model::Model& model, const Problem& problem, const Options& options) const;
  void keep(const Problem& problem, const Options& options, Known known);

 private:
  struct Entry {
    Problem problem;
    bool breaksSymmetries, noOverflow;
    Known known;
  };
  std::vector<Entry> entries_;
};

}  // namespace aunit::solver
