// Completion of command lines, for shells.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/completion/candidates.h"

namespace aunit::cli::options {

/// Continuations of the last of these words (`words` begin behind the program's name), from the subcommands and their options and
/// from nearby models. Reads files, but runs and prints nothing.
std::vector<Candidate> continuations(const CLI::App& program, const std::vector<std::string>& words);

}  // namespace aunit::cli::options
