// What the aunit.toml of a file's project says about how it is read.
#pragma once

#include <optional>
#include <string>

#include "cli/arguments.h"
#include "parser/front_end.h"

namespace aunit::cli {

/// How to load a file that is named on the command line, as `aunit run` would; `language` is completed. Nothing, after a message,
/// when its aunit.toml cannot be used.
std::optional<parser::LoadOptions> loadOptions(const std::string& file, LanguageOptions& language);

}  // namespace aunit::cli
