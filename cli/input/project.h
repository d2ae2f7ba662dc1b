// Settings of a file's project (aunit.toml) for loading it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "parser/front_end.h"
#include "runner/files/settings.h"

namespace aunit::cli {

/// The options with which `aunit run` would load a file that is named on the command line; completes `language`. Nothing, after a
/// message, when the file's aunit.toml cannot be used.
std::optional<parser::LoadOptions> loadOptions(const std::string& file, LanguageOptions& language);

/// For commands about tests: completes paths, model and language where the command line leaves them open; without paths in the
/// aunit.toml either, the path is the current folder. Nothing, after a message, when the aunit.toml cannot be used.
std::optional<runner::Settings> completeFromProject(std::vector<std::string>& paths, std::optional<std::string>& model,
                                                    LanguageOptions& language);

}  // namespace aunit::cli
