// Manual pages (man(7)) made of what the command line is.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace aunit::cli::options {

/// Names (`aunit-run.1`) and texts: a page for the program, and one for each of its subcommands, all of whose options are there.
std::vector<std::pair<std::string, std::string>> manualPages(const CLI::App& program, const std::string& version);

}  // namespace aunit::cli::options
