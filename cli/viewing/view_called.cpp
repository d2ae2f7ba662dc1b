// In place of view.cpp, in WebAssembly: `aunit view` prepares what its page asks for, and JavaScript calls a function with each
// question.

#include <emscripten.h>

#include <memory>
#include <string>
#include <utility>

#include "cli/subcommands.h"
#include "cli/viewing/viewing.h"
#include "runner/interrupt.h"

namespace aunit::cli {

namespace {
std::unique_ptr<server::view::Viewer> viewer;
}

int view(const ViewArguments& arguments) {
  Viewing viewing = viewerOf(arguments);
  viewer = std::move(viewing.viewer);
  return viewing.code;
}

}  // namespace aunit::cli

extern "C" {

/// The answer to a question of docs/view-protocol.md, both as JSON; valid until the next call. To be called after `aunit view`
/// alone, which has ended with 0.
EMSCRIPTEN_KEEPALIVE const char* aunit_answer(const char* question) {
  using namespace aunit;
  static std::string answer;
  answer = server::textOf(cli::viewer->answer(server::shallow(question), runner::interruptRequested));
  return answer.c_str();
}

}  // extern "C"
