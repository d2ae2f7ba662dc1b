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

/// Chooses the largest scope within `scope` that has at most `mostSmallSituations` situations, and returns the situations of this
/// scope. Returns no situations if the scope with one atom of each signature already has more, or if a limit ends the search.
SmallSituations smallSituations(const Readings& readings, const model::Scope& scope, bool temporal, solver::Options options);

inline constexpr std::size_t mostSmallSituations = 2'000;

}  // namespace aunit::strength::grading
