// The options of each subcommand, each in the file of its name. Only this folder knows CLI11.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/options/parse.h"

namespace aunit::cli::options {

// Each adds its options to `c` and returns the action that reads them.
Action check(CLI::App& c);
Action commands(CLI::App& c);
Action coverage(CLI::App& c);
Action diff(CLI::App& c);
Action eval(CLI::App& c);
Action exec(CLI::App& c);
Action explore(CLI::App& c);
Action format(CLI::App& c);
Action generate(CLI::App& c);
Action grade(CLI::App& c);
Action locate(CLI::App& c);
Action lsp(CLI::App& c);
Action mcp(CLI::App& c);
Action merge(CLI::App& c);
Action mutate(CLI::App& c);
Action repair(CLI::App& c);
Action run(CLI::App& c);
Action trace(CLI::App& c);
Action view(CLI::App& c);

}  // namespace aunit::cli::options
