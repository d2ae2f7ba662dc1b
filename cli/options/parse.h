#pragma once

#include <functional>
#include <variant>

namespace aunit::cli::options {

/// A subcommand with the options that were read; returns the exit code.
using Action = std::function<int()>;

/// Parses the command line: the action that it asks for, or the exit code after help, version or an error have been printed.
std::variant<Action, int> parse(int argc, char** argv);

}  // namespace aunit::cli::options
