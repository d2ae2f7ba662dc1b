// All valuations of a small model, tried one by one.
#pragma once

#include <functional>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::strength::testing_ {

/// All valuations with so many atoms of each top-level signature as the scope allows: a part of any of them, any tuples in
/// fields, in each state. Integers are among the atoms if the scope says how many bits they have. `visit` says whether to go on.
/// False, and none visited, when there are too many.
bool forEachValuation(const model::Model& model, const model::Scope& scope, int states,
                      const std::function<bool(const model::Instance&)>& visit);

}  // namespace aunit::strength::testing_
