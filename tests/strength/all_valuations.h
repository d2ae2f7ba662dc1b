// Enumerates all valuations of a small model.
#pragma once

#include <functional>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::strength::testing_ {

/// Visits all valuations in which each top-level signature has as many atoms as the scope allows. Other signatures have any
/// subset, and fields any tuples, in each state. Integers are atoms if the scope gives their bit width. `visit` returns whether
/// to continue. Returns false, without a visit, if there are too many.
bool forEachValuation(const model::Model& model, const model::Scope& scope, int states,
                      const std::function<bool(const model::Instance&)>& visit);

}  // namespace aunit::strength::testing_
