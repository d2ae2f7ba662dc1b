// Translates the constraints that declarations imply to formulas (language reference 9, 10.3, 13.4).
#pragma once

#include "model/model.h"
#include "model/type_table.h"

namespace aunit::parser {

/// Adds Model::implicitConstraints() for every signature and field. Puts constraints on variable relations below `always`.
/// `types`: the model's own table.
void addImplicitConstraints(model::Model& model, model::TypeTable& types);

}  // namespace aunit::parser
