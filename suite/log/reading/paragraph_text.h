// A `log` paragraph as text, for the test file that keeps a log.
#pragma once

#include <string>

#include "model/log.h"
#include "parser/front_end.h"

namespace aunit::suite::log {

/// `log NAME from "FILE" { ... }`: the paragraph as it stands in its source, but for its name and its files; if the model has no
/// paragraph, what plainLog says.
std::string paragraphText(const parser::Loaded& loaded, const model::Log& log, const std::string& name, const std::string& file);

}  // namespace aunit::suite::log
