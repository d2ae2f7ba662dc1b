// The whole of the process, from its arguments to its exit code.
#pragma once

namespace aunit::cli {

/// Parses the arguments, runs the subcommand and flushes standard output. Returns an ExitCode. Does not throw: exhausted memory
/// and errors of ours end in a message and `internalError`, and from now on std::terminate ends so too; no temporary file is
/// left.
int commandLine(int argc, char** argv);

}  // namespace aunit::cli
