// Replaces watch.cpp in WebAssembly, which has no terminal and cannot notice changes of files.

#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/watch.h"

namespace aunit::cli {

int watch(const std::vector<std::string>&, runner::RunOptions, runner::Selection, reporters::TerminalOptions) {
  return usageError("--watch is not part of aunit in WebAssembly");
}

}  // namespace aunit::cli
