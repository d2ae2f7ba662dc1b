// The whole process, from its arguments to its exit code.
#pragma once

namespace aunit::cli {

/// Parses the arguments, runs the subcommand, flushes standard output and removes temporary files. Returns an ExitCode. Does not
/// throw: exhausted memory and internal errors end in a message and `internalError`. Installs a handler for std::terminate that
/// does the same.
int commandLine(int argc, char** argv);

}  // namespace aunit::cli
