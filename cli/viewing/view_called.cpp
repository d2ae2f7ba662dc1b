// Replaces view.cpp in WebAssembly: `aunit view` prepares the view, and JavaScript calls a function with each request of the
// page.

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
  ViewerResult viewing = viewerOf(arguments);
  viewer = std::move(viewing.viewer);
  return viewing.code;
}

}  // namespace aunit::cli

extern "C" {

/// Answers a request of docs/view-protocol.md; question and answer are JSON. The answer is valid until the next call. JavaScript
/// may call this function after it has run `aunit view` and the run has returned 0. JavaScript must run aunit only once.
EMSCRIPTEN_KEEPALIVE const char* aunit_answer(const char* question) {
  using namespace aunit;
  static std::string answer;
  answer = server::textOf(cli::viewer->answer(server::shallow(question), runner::interruptRequested));
  return answer.c_str();
}

}  // extern "C"
