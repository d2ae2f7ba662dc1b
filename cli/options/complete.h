// Completion of command lines, for shells.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/completion/candidates.h"

namespace aunit::cli::options {

/// Candidates that complete the last of `words`, which are the words after the program's name. Takes them from subcommands,
/// options, and nearby models. Reads files, but runs no command and prints nothing.
std::vector<Candidate> continuations(const CLI::App& program, const std::vector<std::string>& words);

}  // namespace aunit::cli::options
