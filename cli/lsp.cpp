// aunit lsp: the language server on standard input and output.

#include <unistd.h>

#include "cli/subcommands.h"
#include "cli/version.h"
#include "server/server.h"

namespace aunit::cli {

int lsp() {
  return server::Server(STDIN_FILENO, STDOUT_FILENO, version()).run();
}

}  // namespace aunit::cli
