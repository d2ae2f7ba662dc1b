// What could stand at the end of a command line: for the shells' completions.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/candidates.h"

namespace aunit::cli::options {

/// Continuations of the last of these words (those behind the program's name), by what the commands and their options are, and by
/// the models at hand. Reads files; runs nothing, says nothing.
std::vector<Candidate> continuations(const CLI::App& program, const std::vector<std::string>& words);

}  // namespace aunit::cli::options
