// A `log` paragraph as text, for the test file that keeps a log.
#pragma once

#include <string>

#include "model/log.h"
#include "parser/front_end.h"

namespace aunit::suite::log {

/// `log NAME from "FILE" { ... }`: the text of the paragraph in its source, with this name and file; if the model has no
/// paragraph, the text of plainLog().
std::string paragraphText(const parser::Loaded& loaded, const model::Log& log, const std::string& name, const std::string& file);

}  // namespace aunit::suite::log
