// Replaces lsp.cpp in WebAssembly: `aunit lsp` prepares a server, and JavaScript calls functions to pass it messages.

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

// Call these only after `aunit lsp` was called, alone, and has returned 0.
extern "C" {

/// Passes bytes of the input stream, also while aunit_work is running; no bytes mean its end.
EMSCRIPTEN_KEEPALIVE void aunit_hear(const char* bytes, std::size_t size) {
  aunit::cli::languageServer->hear({bytes, size});
}

/// Does one piece of work. Returns the milliseconds until there is more to do; negative: only after new input.
EMSCRIPTEN_KEEPALIVE double aunit_work() {
  return aunit::cli::languageServer->work().value_or(-1);
}

/// The exit code; negative while the server is running.
EMSCRIPTEN_KEEPALIVE int aunit_exit_code() {
  return aunit::cli::languageServer->exitCode().value_or(-1);
}

}  // extern "C"
