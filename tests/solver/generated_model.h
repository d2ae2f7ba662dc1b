// Random small models as text, and all their instances by brute force.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "solver/session/search.h"

namespace aunit::solver::testing_ {

enum class Kind {
  relations,  // signatures A, B and C (extends A or is in it), fields f and g, for 2
  traces,     // as relations, with some of them `var`, temporal formulas, up to two states
  histories,  // two variable signatures, past and future operators deeply nested, up to three states
  integers,   // a field of integers of 2 or 3 bits, all arithmetic, variables over Int
  sequences,  // a field of sequences and the functions on them
  orders,     // a total order and the functions on it
};

/// A model with one command, whose formula is random.
std::string generateModel(unsigned seed, Kind kind);

/// A text of all relations of a trace that the model declares, equal for equal infinite traces. Skolem constants are left out.
std::string written(const model::Model& model, model::Instance instance);

/// Visits all traces of up to `steps` states within the bounds of a problem, whether they satisfy it or not; false when there are
/// too many.
bool forEachValuation(const model::Model& model, const Problem& problem, int steps,
                      const std::function<void(const model::Instance&)>& visit);
/// The traces (of a static model: instances) of up to `steps` states within the bounds of a problem that satisfy it, found by
/// evaluating all that there are.
std::set<std::string> allInstances(const model::Model& model, const Problem& problem, int steps, bool noOverflow);

}  // namespace aunit::solver::testing_
