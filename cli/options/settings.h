// Applies aunit.toml to options that the command line does not give.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "runner/files/settings.h"

namespace aunit::cli::options {

/// The settings in the table for `command`, as words of the command line. The user's own words have been parsed and have
/// precedence. Leaves out settings that conflict with given options, and settings that need an option which is not given.
/// With `--list`, leaves out settings of reports. Adds a sentence to `changes` for each key that is spelled as in an older
/// version of aunit.
std::vector<std::string> wordsFrom(const runner::Settings& settings, CLI::App& command, std::vector<std::string>& changes);

/// The mistakes in the tables, each with its place; empty if there are none. `program` must have all options of the commands that
/// have a table.
std::vector<std::string> mistakesIn(const runner::Settings& settings, CLI::App& program);

/// A JSON schema of aunit.toml, for editors. `program` must have all commands with their options.
std::string settingsSchema(CLI::App& program);

}  // namespace aunit::cli::options
