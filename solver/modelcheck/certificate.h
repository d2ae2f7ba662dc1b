// Checks proofs with another SAT solver than the engine that found them.
#pragma once

#include <optional>
#include <string>

#include "solver/modelcheck/system.h"
#include "solver/proof.h"
#include "support/budget.h"

namespace aunit::modelcheck {

/// Returns the reason why an invariant does not show that `bad` is never reached; nothing if it does. Asks a new solver for an
/// initial state outside the invariant, for an allowed step that leaves it, and for an allowed step inside it with `bad`; none of
/// these may exist. Also checks that `init` and the invariant depend on latches only; otherwise these questions prove nothing.
/// Throws support::Exhausted.
std::optional<std::string> flaw(const System& system, const Invariant& invariant, const support::Budget& budget);

/// Makes a Proof, and fills in the sizes of system and invariant. Throws support::Exhausted, and std::logic_error when the
/// invariant has a flaw, which is a bug of this program.
Proof proofBy(const System& system, const Invariant& invariant, const support::Budget& budget);

}  // namespace aunit::modelcheck
