// The text of a `log` paragraph, for a test file that contains a test of a log.
#pragma once

#include <string>

#include "model/log.h"
#include "parser/front_end.h"

namespace aunit::suite::log {

/// The text `log NAME from "FILE" { ... }`: the paragraph's source with this name and file. If the model has no `log` paragraph,
/// the text of plainLog().
std::string paragraphText(const parser::Loaded& loaded, const model::Log& log, const std::string& name, const std::string& file);

}  // namespace aunit::suite::log
