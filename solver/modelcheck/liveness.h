// From traces to bad states: two ways to turn "there is no trace" into "bad is never reached", so that Pdr decides it.
#pragma once

#include "solver/modelcheck/system.h"

namespace aunit::modelcheck {

/// k-liveness (Claessen & Sorensson, FMCAD 2012): `bad` once all justice conditions have come round so many times. Never reached:
/// there is no trace. Reached: nothing is known; a finite system without a trace has some number that is never reached.
System countingRounds(const System& system, int rounds);

/// Liveness to safety (Biere, Artho & Schuppan, FMICS 2002): keeps a copy of some state, and is `bad` when it comes back after
/// all justice conditions have held. Reached exactly when there is a trace.
System closingLoop(const System& system);

}  // namespace aunit::modelcheck
