// An instance drawn with letters: for terminals.
#pragma once

#include <string>

#include "model/instance.h"
#include "model/model.h"

namespace aunit::reporters {

/// A line for each signature and field that has something, in front of it `indent` blanks: atoms side by side, a binary relation
/// as the paths that its tuples make, "N0 -> N1 -> N0, N2 -> N0". Of a trace what never changes first, then one state after the
/// other. Empty where the instance has nothing.
std::string picture(const model::Model& model, const model::Instance& instance, std::size_t indent);

}  // namespace aunit::reporters
