// In place of mcp.cpp and watch.cpp, in WebAssembly: there are no other processes, no terminal and nobody who saves files.

#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/watch.h"

namespace aunit::cli {

int mcp(const McpArguments&) {
  return usageError("`aunit mcp` is not part of aunit in WebAssembly: it starts a process for each call");
}

int watch(const std::vector<std::string>&, runner::RunOptions, runner::Selection, reporters::TerminalOptions) {
  return usageError("--watch is not part of aunit in WebAssembly");
}

}  // namespace aunit::cli
