// Loads files with the settings of their project (aunit.toml).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "parser/front_end.h"
#include "runner/files/settings.h"

namespace aunit::cli {

/// The options with which `aunit run` would load a file named on the command line; completes `language`. Nothing, after a
/// message, if the file's aunit.toml cannot be used.
std::optional<parser::LoadOptions> loadOptions(const std::string& file, LanguageOptions& language);

/// For commands about tests: takes paths, model and language from the aunit.toml unless the command line gives them; if neither
/// gives paths, the path is the current folder. Nothing, after a message, if the aunit.toml cannot be used.
std::optional<runner::Settings> completeFromProject(std::vector<std::string>& paths, std::optional<std::string>& model,
                                                    LanguageOptions& language);

}  // namespace aunit::cli
