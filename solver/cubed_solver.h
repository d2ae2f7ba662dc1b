// A SAT solver that divides each question (cubes.h) among threads, and, where it is told so, answers only a part of it.
#pragma once

#include <memory>
#include <string_view>

#include "solver/sat.h"

namespace aunit::solver {

struct Division {
  int depth = 0;  // of the cubes; 0: questions are not divided
  unsigned jobs = 1;
  int opening = 5000;               // what takes no more conflicts is not divided
  std::size_t part = 0, parts = 1;  // only the cubes number part, part + parts, ...
};

/// Of a part, `unsatisfiable` says that no solution is in it;
/// the parts of one division together are everything. `name` as for makeSolver; each thread has one such solver, and goes from
/// cube to cube with what it has learnt. The first solution ends the search. The clauses must outlive it.
std::unique_ptr<SatSolver> makeCubedSolver(std::string_view name, const Cnf& clauses, const Division& division);

}  // namespace aunit::solver
