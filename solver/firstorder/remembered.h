// Rewrites questions about several moments as questions about one moment: extra relations record what held at earlier moments.
#pragma once

#include <cstddef>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// Rewrites a question about several moments, the atoms of an ordered signature. The question has a condition on each moment ("a
/// is elected at one moment, b at another"). Each condition gets a relation, which holds at a moment if the condition holds then
/// or held earlier. The rewritten question asks for one moment, the latest, at which all these relations hold. Assertions define
/// the relations; other parts of the question do not change. In finite orders, a theory that is contradictory stays
/// contradictory.
void rememberMoments(Theory& theory, std::size_t timeline);

}  // namespace aunit::solver::firstorder
