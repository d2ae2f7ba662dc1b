// Coarse types: columns widened to top-level signatures.
#pragma once

#include <span>
#include <vector>

#include "model/model.h"

namespace aunit::model {

/// The products with columns widened to top-level signatures; if these are more than 64, to `univ` in every column.
std::vector<Product> rootsOf(const Model& model, std::span<const Product> products);

}  // namespace aunit::model
