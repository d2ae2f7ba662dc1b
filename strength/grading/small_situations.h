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
/// scope. If a limit ends the search, returns those of the largest scope that was searched completely. Returns no situations if
/// even the scope with one atom of each signature has too many, or if a parameter of the predicate is not a single atom.
SmallSituations smallSituations(const Readings& readings, const model::Scope& scope, bool temporal, solver::Options options);

inline constexpr std::size_t mostSmallSituations = 2'000;

}  // namespace aunit::strength::grading
