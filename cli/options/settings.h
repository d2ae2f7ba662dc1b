// Applies aunit.toml to options that the command line does not give.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "runner/files/settings.h"

namespace aunit::cli::options {

/// The command-line words for the table of `command`. The command's own words have been parsed and win. Leaves out settings that
/// conflict with given options, or that need an option which is not given; `--list` writes no reports. `changes` gets a sentence
/// for each key of an older version.
std::vector<std::string> wordsFrom(const runner::Settings& settings, CLI::App& command, std::vector<std::string>& changes);

/// The mistakes in the tables, each with its place. `program` must have all options of the commands that the tables are about.
/// Empty if there are none.
std::vector<std::string> mistakesIn(const runner::Settings& settings, CLI::App& program);

/// A JSON schema of aunit.toml, for editors. `program` must have all commands with their options.
std::string settingsSchema(CLI::App& program);

}  // namespace aunit::cli::options
