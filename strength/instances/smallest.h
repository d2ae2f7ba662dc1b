// Minimises an instance: removes all atoms and tuples that do not matter.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::strength {

/// Returns a minimal instance that `matters` accepts. Minimal means: `matters` rejects the instance if any one atom, membership
/// in a signature or tuple is removed, or any two tuples of one small relation. Atoms are removed first, but never those of
/// `kept`. Strings and the number of states stay. Integers get as near to 0 as possible. Static relations change in all states
/// at once, `var` relations state by state.
model::Instance smallest(const model::Model& model, model::Instance instance, const std::vector<bool>& kept,
                         const std::function<bool(const model::Instance&)>& matters);

/// The number of states, atoms and tuples.
std::size_t sizeOf(const model::Instance& instance);
/// Ranks instances that meet the same goals: up to 30 atoms and tuples the larger is better, beyond that the smaller.
std::ptrdiff_t worth(const model::Instance& instance);

}  // namespace aunit::strength
