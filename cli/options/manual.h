// Manual pages (man(7)) generated from the definition of the command line.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace aunit::cli::options {

/// Names (`aunit-run.1`) and texts of the pages: one for the program, and one for each subcommand with all its options.
std::vector<std::pair<std::string, std::string>> manualPages(const CLI::App& program, const std::string& version);

}  // namespace aunit::cli::options
