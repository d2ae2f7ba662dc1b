// What declarations imply, written as formulas (language reference 9, 10.3, 13.4).
#pragma once

#include "model/model.h"

namespace aunit::parser {

/// Adds Model::implicitConstraints() for every signature and field. Whatever involves a variable part is required in every state.
void addImplicitConstraints(model::Model& model);

}  // namespace aunit::parser
