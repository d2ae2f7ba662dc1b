// Two reductions of "there is no trace" to "`bad` is never reached", which Pdr can decide.
#pragma once

#include "solver/modelcheck/system.h"

namespace aunit::modelcheck {

/// k-liveness (Claessen & Sorensson, FMCAD 2012): a round is over when all justice conditions have held in it; `bad` holds after
/// `rounds` rounds. If `bad` is never reached, there is no trace. If it is reached, the question is still open. In a finite
/// system without a trace, some number of rounds is never reached.
System countingRounds(const System& system, int rounds);

/// Liveness to safety (Biere, Artho & Schuppan, FMICS 2002): the system stores a copy of some state, and `bad` holds when that
/// state comes back after all justice conditions have held. `bad` is reached exactly when there is a trace.
System closingLoop(const System& system);

}  // namespace aunit::modelcheck
