// What can be started from the text: lenses over commands, tests and valuations, and what they do.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "model/instance.h"
#include "server/live_tests.h"
#include "server/workspace.h"

namespace aunit::server {

/// Names of workspace/executeCommand. Arguments are the file's URI and what it is about in it.
namespace command {
inline constexpr const char* run = "aunit.run";            // the number of a command, or its label: solves it
inline constexpr const char* test = "aunit.test";          // a test's name: judges it
inline constexpr const char* testFile = "aunit.testFile";  // judges all tests of the file
inline constexpr const char* why = "aunit.why";            // a test's name: why it came to that
}  // namespace command

/// CodeLenses of the analysed file; the outcome of each test is the title of its lens. Null: nothing was judged.
Json codeLenses(const Analysis& analysis, const TestResults* tests, Encoding encoding);

/// What a command came to: {"command", "verdict", "message", "instance", "val"}; the last two where there is an instance, as a
/// table and as a `val` to be pasted.
struct Solved {
  Json answer;
  std::shared_ptr<const model::Instance> instance;  // null: none
};
/// Solves a command. Throws RequestError where there is no such command.
Solved runCommand(const Analysis& analysis, const Json& which, const std::atomic<bool>& stop);
/// One test: {"outcome", "message", "text"}; the text says why, at length.
Json describeTest(const TestResults& tests, const std::string& name);

}  // namespace aunit::server
