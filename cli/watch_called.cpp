// In place of watch.cpp, in WebAssembly: there is no terminal, and no file is saved.

#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/watch.h"

namespace aunit::cli {

int watch(const std::vector<std::string>&, runner::RunOptions, runner::Selection, reporters::TerminalOptions) {
  return usageError("--watch is not part of aunit in WebAssembly");
}

}  // namespace aunit::cli
