// Whether two models are the same except for the names of their declarations.
#pragma once

#include <string>

#include "model/model.h"

namespace aunit::model {

/// Compares everything except names, texts and places, in the order of the declarations. Models without a difference have the
/// same instances in all scopes, up to names. Returns the first difference in words ("a signature", "an expression"); empty if
/// there is none.
std::string firstDifference(const Model& a, const Model& b);

}  // namespace aunit::model
