// Questions about several moments as questions about one: extra relations keep what held at the moments before it.
#pragma once

#include <cstddef>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// For a question about several moments of an ordered signature, each on its own ("elected at one moment is a, at another b").
/// Each condition on a moment gets a relation that says whether the condition held then or before. The question then asks for one
/// moment, the latest, at which all these relations hold. Assertions define the relations; other parts of the question do not
/// change. In finite orders the theory is contradictory afterwards if it was before.
void rememberMoments(Theory& theory, std::size_t timeline);

}  // namespace aunit::solver::firstorder
