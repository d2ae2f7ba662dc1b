// Cubes divide a question to a SAT solver into many easier ones. They are conjunctions of a few literals; every solution
// satisfies exactly one cube (cube and conquer: Heule, Kullmann, Wieringa & Biere, HVC 2011).
//
// A cube decides one variable after the other. The next variable is found by looking ahead: it is the one for which both values
// fix the most other variables by unit propagation. All variables of the clauses are candidates. On relational formulas this
// makes cubes that are equally hard, whereas CaDiCaL's lookahead makes one hard cube and many trivial ones. If only the variables
// of relations are candidates, the cubes do not divide the hard part.
#pragma once

#include <span>
#include <vector>

#include "solver/circuit/cnf.h"
#include "support/budget.h"

namespace aunit::solver {

using Cube = std::vector<int>;

/// At most 2^depth cubes. Cubes that unit propagation refutes are left out; if no cube is left, there is no solution. Every
/// process of the same program computes the same cubes. Throws Exhausted.
std::vector<Cube> cubesOf(const Cnf& clauses, std::span<const int> assumptions, int depth, const support::Budget& budget);

}  // namespace aunit::solver
