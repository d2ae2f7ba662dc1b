// Compares two models except for the names of their declarations.
#pragma once

#include <string>

#include "model/model.h"

namespace aunit::model {

/// The first difference between two models, as words ("a signature", "an expression"); empty if there is no difference. Ignores
/// names, texts and places, but not the order of declarations. Models without a difference have the same instances in all scopes,
/// up to names.
std::string firstDifference(const Model& a, const Model& b);

}  // namespace aunit::model
