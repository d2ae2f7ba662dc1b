// Rewrites questions about several moments as questions about one moment: extra relations record what held at earlier moments.
#pragma once

#include <cstddef>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// For a question about several moments of an ordered signature, with separate conditions on each ("elected at one moment is a,
/// at another b"). Each condition on a moment gets a relation that says whether the condition held then or before. The question
/// then asks for one moment, the latest, at which all these relations hold. Assertions define the relations; other parts of the
/// question do not change. In finite orders, a theory that is contradictory stays contradictory.
void rememberMoments(Theory& theory, std::size_t timeline);

}  // namespace aunit::solver::firstorder
