// Names of witnesses: the variables that skolems stand for.
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"

namespace aunit::model {

/// The variable of a skolem: "u" of "$Separate_u", where `Separate` labels a command of the model, and of "$u".
std::string witnessName(const Model& model, std::string_view skolem);

}  // namespace aunit::model
