// The whole process, from its arguments to its exit code.
#pragma once

namespace aunit::cli {

/// Parses the arguments, runs the subcommand and flushes standard output. Returns an ExitCode. Does not throw: exhausted memory
/// and internal errors end in a message and `internalError`. From now on std::terminate does the same. No temporary file is left.
int commandLine(int argc, char** argv);

}  // namespace aunit::cli
