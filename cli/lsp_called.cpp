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

// JavaScript may call these functions after it has run `aunit lsp` and the run has returned 0. JavaScript must run aunit only
// once.
extern "C" {

/// Passes bytes of the input stream to the server; `size` 0 means the end of the stream. May be called while aunit_work is
/// running.
EMSCRIPTEN_KEEPALIVE void aunit_hear(const char* bytes, std::size_t size) {
  aunit::cli::languageServer->hear({bytes, size});
}

/// Does one piece of work. Returns the milliseconds until there is more work; negative if there is no more work until new
/// input arrives.
EMSCRIPTEN_KEEPALIVE double aunit_work() {
  return aunit::cli::languageServer->work().value_or(-1);
}

/// The exit code of the server; negative while the server is running.
EMSCRIPTEN_KEEPALIVE int aunit_exit_code() {
  return aunit::cli::languageServer->exitCode().value_or(-1);
}

}  // extern "C"
