// Commands in words.
#pragma once

#include <string>

#include "model/model.h"

namespace aunit::parser {

/// What a command says, in the canonical form of Command::text: "Check Safe for 3 but 2 A expect 0".
std::string commandText(const model::Model& model, const model::Command& command);

/// What stands behind its `for`: "3 but 2 A"; empty where it says nothing.
std::string scopeText(const model::Model& model, const model::Scope& scope);

}  // namespace aunit::parser
