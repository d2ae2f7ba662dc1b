#pragma once

#include <functional>
#include <variant>

namespace aunit::cli::options {

/// What a subcommand does with the options that were read; returns the exit code.
using Action = std::function<int()>;

/// What the command line asks for, or the exit code after help, version or an error have been printed.
std::variant<Action, int> parse(int argc, char** argv);

}  // namespace aunit::cli::options
