// All situations of a small scope.
#pragma once

#include <vector>

#include "solver/options.h"
#include "strength/grading/grade.h"
#include "strength/grading/readings.h"

namespace aunit::strength::grading {

/// All situations in which the facts hold. Symmetry breaking of the solver removes most isomorphic situations.
struct SmallSituations {
  int atoms = 0;  // the scope: at most this many atoms of each signature
  std::vector<Situation> situations;
};

/// Returns the situations of the largest scope, within `scope`, that has at most `mostSmallSituations` of them. Returns no
/// situations if one atom of each signature already gives more, or if a limit ends the search.
SmallSituations smallSituations(const Readings& readings, const model::Scope& scope, bool temporal, solver::Options options);

inline constexpr std::size_t mostSmallSituations = 2'000;

}  // namespace aunit::strength::grading
