// Coarse types, in which each column is widened to a top-level signature.
#pragma once

#include <span>
#include <vector>

#include "model/model.h"

namespace aunit::model {

/// Returns `products` with each column widened to its top-level signature. If the result has more than 64 products, returns the
/// product of `univ` in every column instead.
std::vector<Product> rootsOf(const Model& model, std::span<const Product> products);

}  // namespace aunit::model
