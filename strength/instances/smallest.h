// Minimises an instance: removes all atoms and tuples that do not matter.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::strength {

/// Returns a minimal instance that `matters` accepts. An instance is minimal if `matters` rejects each instance that results from
/// removing one atom, one atom's membership in a signature, one tuple, or two tuples of one small relation. Atoms are removed
/// first, but never atoms for which `kept` is true. Strings and the number of states stay. Integers get as near to 0 as possible.
/// Static relations change in all states at once, `var` relations state by state.
model::Instance smallest(const model::Model& model, model::Instance instance, const std::vector<bool>& kept,
                         const std::function<bool(const model::Instance&)>& matters);

/// The number of states, atoms and tuples.
std::size_t sizeOf(const model::Instance& instance);
/// Ranks instances that are otherwise equally useful. If sizeOf() is at most 30, larger instances get higher values. If it is
/// above 30, the value is negative, and larger instances get lower values.
std::ptrdiff_t worth(const model::Instance& instance);

}  // namespace aunit::strength
