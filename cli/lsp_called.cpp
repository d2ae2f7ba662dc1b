// In place of lsp.cpp, in WebAssembly: `aunit lsp` makes a server ready, and JavaScript calls functions with what it hears.

#include <emscripten.h>

#include <cstddef>
#include <memory>

#include "cli/subcommands.h"
#include "cli/version.h"
#include "server/server.h"
#include "support/system/system_files.h"

namespace aunit::cli {

namespace {
std::unique_ptr<server::Server> languageServer;
}

int lsp() {
  languageServer = std::make_unique<server::Server>(support::standardOutput, version());
  return 0;
}

}  // namespace aunit::cli

// To be called after `aunit lsp` alone, which has ended with 0.
extern "C" {

/// Bytes of the stream, also while aunit_work is under way; none at its end.
EMSCRIPTEN_KEEPALIVE void aunit_hear(const char* bytes, std::size_t size) {
  aunit::cli::languageServer->hear({bytes, size});
}

/// Does one piece of work. There is more in so many milliseconds; below 0: when something is heard.
EMSCRIPTEN_KEEPALIVE double aunit_work() {
  return aunit::cli::languageServer->work().value_or(-1);
}

/// Below 0 before all is over.
EMSCRIPTEN_KEEPALIVE int aunit_exit_code() {
  return aunit::cli::languageServer->exitCode().value_or(-1);
}

}  // extern "C"
