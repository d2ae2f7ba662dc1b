// aunit lsp: the language server on standard input and output.

#include "cli/subcommands.h"
#include "cli/version.h"
#include "server/server.h"
#include "support/system/system_files.h"

namespace aunit::cli {

int lsp() {
  return server::Server(support::standardInput, support::standardOutput, version()).run();
}

}  // namespace aunit::cli
