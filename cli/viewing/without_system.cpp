// In place of lsp.cpp and watch.cpp, in WebAssembly: there are no sockets, no terminal and nobody who saves files.

#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/watch.h"

namespace aunit::cli {

int lsp() {
  return usageError("`aunit lsp` is not part of aunit in WebAssembly");
}

int watch(const std::vector<std::string>&, runner::RunOptions, runner::Selection, reporters::TerminalOptions) {
  return usageError("--watch is not part of aunit in WebAssembly");
}

}  // namespace aunit::cli
