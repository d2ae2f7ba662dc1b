// Generates manual pages (man(7)) from the definition of the command line.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace aunit::cli::options {

/// The manual pages: a page for the program, and a page for each subcommand with all its options. Pairs of a file name
/// (`aunit-run.1`) and the text.
std::vector<std::pair<std::string, std::string>> manualPages(const CLI::App& program, const std::string& version);

}  // namespace aunit::cli::options
