#pragma once

#include <functional>
#include <variant>

namespace aunit::cli::options {

/// Runs a subcommand whose options were parsed. Returns the exit code.
using Action = std::function<int()>;

/// Parses the command line. Returns the action to run, or an exit code if help, version or an error was printed.
std::variant<Action, int> parse(int argc, char** argv);

}  // namespace aunit::cli::options
