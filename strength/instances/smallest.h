// Minimisation of an instance: whatever does not matter is removed.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::strength {

/// An instance that `matters` still accepts and of which no atom, no membership in a signature and no tuple can be left out
/// alone, nor two tuples of a small relation together. Atoms go first, those of `kept` never; strings stay, and so does the
/// number of states; integers come as near to 0 as they can. What is static is changed in all states, what is `var` state by
/// state.
model::Instance smallest(const model::Model& model, model::Instance instance, const std::vector<bool>& kept,
                         const std::function<bool(const model::Instance&)>& matters);

/// How many states, atoms and tuples there are to read.
std::size_t sizeOf(const model::Instance& instance);
/// Ranks instances that show the same goals: the larger the better up to 30 atoms and tuples, the smaller the better beyond.
std::ptrdiff_t worth(const model::Instance& instance);

}  // namespace aunit::strength
