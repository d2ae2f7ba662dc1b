// Questions about several moments as questions about one: extra relations keep what held at the moments before it.
#pragma once

#include <cstddef>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// If a question asks for several moments of an ordered signature, each for itself ("elected at one moment is a, at another
/// b"), each condition on a moment gets a relation that says whether it held then or before, and the question asks for a moment
/// that remembers all of them: the latest. The relations are defined by assertions; the question stays as it is elsewhere.
/// Afterwards the theory has a contradiction where it had one before, in finite orders.
void rememberMoments(Theory& theory, std::size_t timeline);

}  // namespace aunit::solver::firstorder
