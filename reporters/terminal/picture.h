// A picture of an instance in plain text, for terminals.
#pragma once

#include <string>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::reporters {

/// A line for each nonempty signature and field, indented by `indent` blanks: atoms or tuples side by side. For a trace,
/// relations that never change come first, then one state after the other. Empty if all relations are empty.
std::string picture(const model::Model& model, const model::Instance& instance, std::size_t indent);

}  // namespace aunit::reporters
