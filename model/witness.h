// Names of witnesses: the variables that skolems replace.
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"

namespace aunit::model {

/// The variable of a skolem: "u" for "$Separate_u", where `Separate` labels a command of the model, and for "$u".
std::string witnessName(const Model& model, std::string_view skolem);

}  // namespace aunit::model
