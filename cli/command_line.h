// The whole process, from its arguments to its exit code.
#pragma once

namespace aunit::cli {

/// Parses the arguments, runs the subcommand, flushes standard output and removes temporary files. Returns an ExitCode. Does not
/// throw: if memory is exhausted or an internal error occurs, shows a message and returns `internalError`. Installs a handler for
/// std::terminate, which shows such a message and ends the process with `internalError`.
int commandLine(int argc, char** argv);

}  // namespace aunit::cli
