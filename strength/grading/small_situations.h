// All situations of a small scope.
#pragma once

#include <vector>

#include "solver/options.h"
#include "strength/grading/grade.h"
#include "strength/grading/readings.h"

namespace aunit::strength::grading {

/// Every situation in which the facts hold, but for such as differ in the names of atoms alone, as far as the solver sees that.
struct SmallSituations {
  int atoms = 0;  // of each signature, at most
  std::vector<Situation> situations;
};

/// For the largest part of a scope that has no more than `mostSmallSituations` situations; none if even one atom gives more, or
/// limits end this.
SmallSituations smallSituations(const Readings& readings, const model::Scope& scope, bool temporal, solver::Options options);

inline constexpr std::size_t mostSmallSituations = 2'000;

}  // namespace aunit::strength::grading
