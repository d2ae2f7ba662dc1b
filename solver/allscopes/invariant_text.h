// An invariant as a formula of Alloy, to be read and to be pasted as an assertion.
#pragma once

#include <string>

#include "model/model.h"
#include "solver/firstorder/states.h"

namespace aunit::solver {

/// The text of a formula about moment 0. If moments are atoms of an ordered signature such as `Time`, the variable `t` is the
/// moment. A predicate that stands for a past operator is written in angle brackets, which is not Alloy.
std::string invariantText(const model::Model& model, const firstorder::States& states, firstorder::FormulaId formula);

}  // namespace aunit::solver
