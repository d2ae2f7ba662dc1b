// The constraints that declarations imply, as formulas (language reference 9, 10.3, 13.4).
#pragma once

#include "model/model.h"

namespace aunit::parser {

/// Adds Model::implicitConstraints() for every signature and field. Constraints on variable parts hold in every state.
void addImplicitConstraints(model::Model& model);

}  // namespace aunit::parser
