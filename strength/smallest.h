// What is left of an instance when everything that does not matter is taken out.
#pragma once

#include <functional>
#include <vector>

#include "model/instance.h"
#include "model/model.h"

namespace aunit::strength {

/// An instance that `matters` still accepts and of which no atom, no membership in a signature and no tuple can be left out
/// alone. Atoms go first, those of `kept` never; integers and strings stay, and so does the number of states. What is static is
/// left out in all states, what is `var` state by state.
model::Instance smallest(const model::Model& model, model::Instance instance, const std::vector<bool>& kept,
                         const std::function<bool(const model::Instance&)>& matters);

}  // namespace aunit::strength
