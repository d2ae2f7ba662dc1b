// An invariant as a formula of Alloy, to be read and to be pasted as an assertion.
#pragma once

#include <string>

#include "model/model.h"
#include "solver/firstorder/states.h"

namespace aunit::solver {

/// A formula of moment 0. For old-style state machines the moment is the variable `t`. What a past operator stands for is named
/// by the operator in angle brackets, which is no Alloy.
std::string invariantText(const model::Model& model, const firstorder::States& states, firstorder::FormulaId formula);

}  // namespace aunit::solver
