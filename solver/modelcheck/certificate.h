// Checks of proofs by another SAT solver, without the engine that found them.
#pragma once

#include <optional>
#include <string>

#include "solver/modelcheck/system.h"
#include "solver/proof.h"
#include "support/budget.h"

namespace aunit::modelcheck {

/// The reason why an invariant does not show that `bad` is never reached; nothing when it does. A fresh solver is asked for an
/// initial state outside the invariant, an allowed step that leaves it, and an allowed step inside it with `bad`; none may exist.
/// Also checks that `init` and the invariant depend on latches only, because these questions prove nothing otherwise. Throws
/// support::Exhausted.
std::optional<std::string> flaw(const System& system, const Invariant& invariant, const support::Budget& budget);

/// The only way to make a Proof; fills in the sizes of system and invariant. Throws support::Exhausted, and std::logic_error when
/// the invariant has a flaw, which is a bug of this program.
Proof proofBy(const System& system, const Invariant& invariant, const support::Budget& budget);

}  // namespace aunit::modelcheck
