// Checks proofs with a new SAT solver, not with the solvers of the engine that found them.
#pragma once

#include <optional>
#include <string>

#include "solver/modelcheck/system.h"
#include "solver/proof.h"
#include "support/budget.h"

namespace aunit::modelcheck {

/// Returns the reason why an invariant does not prove that `bad` is never true; nothing if it proves this. A new solver looks for
/// three things, none of which may exist: an initial state that violates the invariant; an allowed step from a state of the
/// invariant to a state that violates it; and an allowed step with `bad` true from a state of the invariant. Also checks that
/// `init` and the invariant depend on latches only; otherwise these questions prove nothing. Throws support::Exhausted.
std::optional<std::string> flaw(const System& system, const Invariant& invariant, const support::Budget& budget);

/// Makes a Proof, and fills in the sizes of system and invariant. Throws support::Exhausted, and std::logic_error when the
/// invariant has a flaw, which is a bug of this program.
Proof proofBy(const System& system, const Invariant& invariant, const support::Budget& budget);

}  // namespace aunit::modelcheck
