// Whether two models are the same but for the names of what they declare.
#pragma once

#include <string>

#include "model/model.h"

namespace aunit::model {

/// Compares everything but names, texts and places, in the order of the declarations: then the models have the same instances
/// in all scopes, under other names. Returns the first difference in words ("a signature", "an expression"); empty if there is
/// none.
std::string firstDifference(const Model& a, const Model& b);

}  // namespace aunit::model
