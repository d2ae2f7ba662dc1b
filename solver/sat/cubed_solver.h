// A SAT solver that divides each question into cubes (cubes.h) for several threads, and may answer only a part of it.
#pragma once

#include <memory>
#include <string_view>

#include "solver/sat/sat.h"

namespace aunit::solver {

struct Division {
  int depth = 0;  // of the cubes; 0: questions are not divided
  unsigned jobs = 1;
  int opening = 5000;               // questions that take no more conflicts are not divided
  std::size_t part = 0, parts = 1;  // only the cubes with numbers part, part + parts, ...
};

/// For a part, `unsatisfiable` says that no solution is in it; all parts of one division together are the whole question.
/// `name` is as for makeSolver; each thread has one such solver, which goes from cube to cube with the clauses that it has
/// learnt. The first solution ends the search. The clauses must outlive the solver.
std::unique_ptr<SatSolver> makeCubedSolver(std::string_view name, const Cnf& clauses, const Division& division);

}  // namespace aunit::solver
