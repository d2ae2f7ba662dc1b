// What aunit.toml says for options that the command line leaves open.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "runner/files/settings.h"

namespace aunit::cli::options {

/// The words that stand on a command line for the table of `command`, whose own words have been read and win. What the given
/// options exclude, or what needs an option that is not there, is left out. `--list` writes no reports.
/// `changes` gets a sentence for each key that older versions had.
std::vector<std::string> wordsFrom(const runner::Settings& settings, CLI::App& command, std::vector<std::string>& changes);

/// What is wrong in the tables, each with its place: `program` has the commands that they are about, with their options. Empty
/// if nothing is.
std::vector<std::string> mistakesIn(const runner::Settings& settings, CLI::App& program);

/// A JSON schema of aunit.toml, for editors: `program` has all commands with their options.
std::string settingsSchema(CLI::App& program);

}  // namespace aunit::cli::options
