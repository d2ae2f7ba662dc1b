// In place of lsp.cpp, mcp.cpp and watch.cpp, in WebAssembly: there are no sockets, no other processes, no terminal and nobody
// who saves files.

#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/watch.h"

namespace aunit::cli {

int lsp() {
  return usageError("`aunit lsp` is not part of aunit in WebAssembly");
}

int mcp(const McpArguments&) {
  return usageError("`aunit mcp` is not part of aunit in WebAssembly: it starts a process for each call");
}

int watch(const std::vector<std::string>&, runner::RunOptions, runner::Selection, reporters::TerminalOptions) {
  return usageError("--watch is not part of aunit in WebAssembly");
}

}  // namespace aunit::cli
