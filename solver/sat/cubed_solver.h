// A SAT solver that divides each question into cubes (cubes.h) for several threads. A Division may select only a part of the
// cubes.
#pragma once

#include <memory>
#include <string_view>

#include "solver/sat/sat.h"

namespace aunit::solver {

struct Division {
  int depth = 0;  // depth of the cubes; 0: questions are not divided
  unsigned jobs = 1;
  int opening = 5000;               // questions that take at most this many conflicts are not divided
  std::size_t part = 0, parts = 1;  // only the cubes with the numbers `part`, `part` + `parts`, `part` + 2 * `parts`, ... are
                                    // solved
};

/// If the division selects a part, `unsatisfiable` means that this part has no solution. All parts of one division together cover
/// the whole question. `name` is as for makeSolver; each thread has one such solver, which keeps its learnt clauses from cube to
/// cube. The first solution ends the search. The clauses must outlive the solver.
std::unique_ptr<SatSolver> makeCubedSolver(std::string_view name, const Cnf& clauses, const Division& division);

}  // namespace aunit::solver
