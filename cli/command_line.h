// All of what the process does, from its arguments to its exit code.
#pragma once

namespace aunit::cli {

/// Parses the arguments, does what they ask for and writes out what there is to say. Returns an ExitCode. Does not throw: an
/// exhausted memory and errors of ours end in a message and `internalError`, and so, from now on, does std::terminate; no
/// temporary file is left.
int commandLine(int argc, char** argv);

}  // namespace aunit::cli
