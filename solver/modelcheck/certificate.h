// A second look at a proof, by another SAT solver and without the engine that found it.
#pragma once

#include <optional>
#include <string>

#include "solver/budget.h"
#include "solver/modelcheck/proof.h"
#include "solver/modelcheck/system.h"

namespace aunit::modelcheck {

/// Why an invariant does not show that `bad` is never reached; nothing when it does. Three questions to a fresh solver: an
/// initial state outside the invariant, an allowed step that leaves it, an allowed step inside it with `bad`; none may exist.
/// Also looked at: that `init` and the invariant speak of latches only, without which the questions prove nothing. Throws
/// solver::Exhausted.
std::optional<std::string> flaw(const System& system, const Invariant& invariant, const solver::Budget& budget);

/// The only way to a proof: of an invariant without a flaw; one with a flaw is a mistake of ours (std::logic_error). Says how
/// large system and invariant are. Throws solver::Exhausted.
Proof proofBy(const System& system, const Invariant& invariant, const solver::Budget& budget);

}  // namespace aunit::modelcheck
