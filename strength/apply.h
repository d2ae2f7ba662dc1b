// Laying a mutant over its model.
#pragma once

#include "model/overlay.h"
#include "strength/mutant.h"

namespace aunit::strength {

/// Makes the change. False, and nothing changed, when the language's types do not allow it: such a change is no mutant.
bool apply(const Mutant& mutant, model::Overlay& overlay);

}  // namespace aunit::strength
