// Types without detail: the top-level signatures of their columns.
#pragma once

#include <span>
#include <vector>

#include "model/model.h"

namespace aunit::model {

/// The same columns, of top-level signatures; `univ` in every column if these are many, too.
std::vector<Product> rootsOf(const Model& model, std::span<const Product> products);

}  // namespace aunit::model
