// aunit mcp: the MCP server, on standard input and output.

#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "cli/version.h"
#include "runner/interrupt.h"
#include "server/mcp/server.h"
#include "support/system/child_process.h"
#include "support/system/system_files.h"
#include "support/system/this_program.h"

namespace aunit::cli {

int mcp(const McpArguments& arguments) {
  std::string program = support::ownProgram();
  if (program.empty()) program = support::findProgram("aunit");
  if (program.empty())
    return usageError(
        "`aunit mcp` cannot find the program `aunit`, which it starts for each call; add the folder of `aunit` to PATH");
  runner::endOnInterrupts();
  server::mcp::Settings settings{
      .program = program, .version = version(), .roots = arguments.roots, .memoryBytes = arguments.memoryMegabytes << 20};
  return server::mcp::Server(support::standardInput, support::standardOutput, std::move(settings)).run();
}

}  // namespace aunit::cli
