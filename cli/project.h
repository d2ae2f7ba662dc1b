// What the aunit.toml of a file's project says about how it is read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "parser/front_end.h"
#include "runner/settings.h"

namespace aunit::cli {

/// How to load a file that is named on the command line, as `aunit run` would; `language` is completed. Nothing, after a message,
/// when its aunit.toml cannot be used.
std::optional<parser::LoadOptions> loadOptions(const std::string& file, LanguageOptions& language);

/// For commands about tests: which paths, which model and how they are read, where the command line leaves that open; without a
/// word on paths the current folder. Nothing, after a message, when the aunit.toml cannot be used.
std::optional<runner::Settings> completeFromProject(std::vector<std::string>& paths, std::optional<std::string>& model,
                                                    LanguageOptions& language);

}  // namespace aunit::cli
