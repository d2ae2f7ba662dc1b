// Relations that are data: unions of products of signatures, such as `A0->B0 + A0->B1 + A1->B0`.
#pragma once

#include <vector>

#include "model/model.h"

namespace aunit::evaluator {

/// The signatures in a union of products of signatures, product by product: A0, B0, A0, B1 for `A0->B0 + A0->B1`. Empty for any
/// other expression, and if a signature in the union is `var` or built in.
std::vector<model::SigId> rowsOf(const model::Model& model, model::ExprId id);

}  // namespace aunit::evaluator
