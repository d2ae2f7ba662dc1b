// Names of witnesses, which are the variables that skolems stand for.
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"

namespace aunit::model {

/// The name of a skolem's variable: "u" for "$u"; also "u" for "$Separate_u" if the model has a command with the
/// label `Separate`.
std::string witnessName(const Model& model, std::string_view skolem);

}  // namespace aunit::model
