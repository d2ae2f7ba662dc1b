// A question to a SAT solver divided into many that are easier: cubes, conjunctions of a few literals, of which every solution
// satisfies exactly one (cube and conquer: Heule, Kullmann, Wieringa & Biere, HVC 2011).
//
// Each cube decides one variable after the other; the next one is that whose two values both make the most others follow by unit
// propagation (looking ahead). All variables of the clauses are candidates: on relational formulas that makes parts that are
// even, where those of CaDiCaL's lookahead are one hard cube and many that fall at once, and where variables of relations alone
// leave the hard part whole.
#pragma once

#include <span>
#include <vector>

#include "solver/budget.h"
#include "solver/cnf.h"

namespace aunit::solver {

using Cube = std::vector<int>;

/// At most 2^depth cubes; those that unit propagation refutes are left out, so that none means that there is no solution. The
/// same in each process of one program. Throws Exhausted.
std::vector<Cube> cubesOf(const Cnf& clauses, std::span<const int> assumptions, int depth, const Budget& budget);

}  // namespace aunit::solver
