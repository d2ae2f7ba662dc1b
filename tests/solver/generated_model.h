// Random small models as text, and all their instances by brute force.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/instance.h"
#include "solver/search.h"

namespace aunit::solver::testing_ {

/// Signatures A, B and C (extends A), fields f, g and h, a formula over them, and a run command for 2. With `variable`, some are `var`, the
/// formula is temporal, and traces have up to two states.
std::string generateModel(unsigned seed, bool variable);

/// Everything about a trace that a model declares, written out: equal for equal infinite traces. Skolem constants are left out.
std::string written(const model::Model& model, model::Instance instance);

/// The traces (static: instances) of up to `steps` states within the bounds of a problem that satisfy it, found by trying all and evaluating.
std::set<std::string> allInstances(const model::Model& model, const Problem& problem, int steps, bool noOverflow);

}  // namespace aunit::solver::testing_
