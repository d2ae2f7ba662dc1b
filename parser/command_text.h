// Canonical texts of commands.
#pragma once

#include <string>

#include "model/model.h"

namespace aunit::parser {

/// Returns the text of a command in the form of Command::text: "Check Safe for 3 but 2 A expect 0". `given`: name of the
/// command's valuation; empty if there is none.
std::string commandText(const model::Model& model, const model::Command& command, const std::string& given = "");

/// Returns the scope after `for`: "3 but 2 A"; empty if there is none.
std::string scopeText(const model::Model& model, const model::Scope& scope);

}  // namespace aunit::parser
