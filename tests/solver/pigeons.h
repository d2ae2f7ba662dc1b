// The pigeonhole problem: clauses that are hard for their size.
#pragma once

#include <array>
#include <vector>

#include "solver/circuit/cnf.h"

namespace aunit::solver {

/// Clauses that put holes + 1 pigeons into different holes, which is impossible. To refute them for ten or more holes, solvers
/// that use resolution need very long.
inline Cnf pigeons(int holes) {
  const auto in = [holes](int pigeon, int hole) { return pigeon * holes + hole + 1; };
  Cnf cnf;
  cnf.variables = in(holes, holes - 1);
  for (int p = 0; p <= holes; ++p) {
    std::vector<int> some;
    for (int h = 0; h < holes; ++h) some.push_back(in(p, h));
    cnf.add(some);
    for (int q = 0; q < p; ++q)
      for (int h = 0; h < holes; ++h) cnf.add(std::array{-in(p, h), -in(q, h)});
  }
  return cnf;
}

}  // namespace aunit::solver
