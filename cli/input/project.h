// Loads files with the settings of their project (aunit.toml).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "parser/front_end.h"
#include "runner/files/settings.h"

namespace aunit::cli {

/// The options with which `aunit run FILE` loads the file. Adds the settings of the file's aunit.toml to `language`. If
/// aunit.toml cannot be used, writes a message and returns nothing.
std::optional<parser::LoadOptions> loadOptions(const std::string& file, LanguageOptions& language);

/// For subcommands about tests: takes paths, model and language from aunit.toml unless the command line gives them. The default
/// path is the current folder. If aunit.toml cannot be used, writes a message and returns nothing.
std::optional<runner::Settings> completeFromProject(std::vector<std::string>& paths, std::optional<std::string>& model,
                                                    LanguageOptions& language);

}  // namespace aunit::cli
