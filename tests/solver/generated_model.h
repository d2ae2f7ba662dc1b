// Random small models as text, and all their instances by brute force.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/instance.h"
#include "solver/search.h"

namespace aunit::solver::testing_ {

enum class Kind {
  relations,  // signatures A, B and C (extends A or in it), fields f and g, for 2
  traces,     // the same with some of them `var`, temporal formulas, up to two states
  histories,  // two variable signatures, past and future operators deeply nested, up to three states
  integers,   // a field of integers of 2 or 3 bits, all arithmetic, variables over Int
  sequences,  // a field of sequences and the functions on them
  orders,     // a total order and the functions on it
};

/// One command with a random formula, and what it is about.
std::string generateModel(unsigned seed, Kind kind);

/// Everything about a trace that a model declares, written out: equal for equal infinite traces. Skolem constants are left out.
std::string written(const model::Model& model, model::Instance instance);

/// The traces (static: instances) of up to `steps` states within the bounds of a problem that satisfy it, found by trying all and
/// evaluating.
std::set<std::string> allInstances(const model::Model& model, const Problem& problem, int steps, bool noOverflow);

}  // namespace aunit::solver::testing_
