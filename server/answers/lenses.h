// Lenses over commands and tests, and the commands that they start.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "server/answers/background_hints.h"
#include "server/live_tests.h"
#include "server/texts/workspace.h"

namespace aunit::server {

/// Names for workspace/executeCommand. The arguments are the file's URI and the one described behind each name.
namespace command {
inline constexpr const char* run = "aunit.run";              // the number of a command, or its label: solves it
inline constexpr const char* allScopes = "aunit.allScopes";  // likewise, and asks beyond the scope where nothing is in it
inline constexpr const char* test = "aunit.test";            // a test's name: judges it
inline constexpr const char* testFile = "aunit.testFile";    // judges all tests of the file
inline constexpr const char* why = "aunit.why";              // a test's name: explains its outcome
inline constexpr const char* change = "aunit.change";        // a number: shows what the file changes there since the last commit
// Without an argument behind the file. Their findings are diagnostics with quick fixes.
inline constexpr const char* survivors = "aunit.survivors";  // changes of the model that no test notices
inline constexpr const char* proposals = "aunit.propose";    // tests for what nothing would notice
inline constexpr const char* repairs = "aunit.repair";       // edits with which tests and commands come out as they should
}  // namespace command

/// What a command came to.
struct CommandOutcome {
  std::string text;
  bool isOpen = false;  // for a check: it holds in its scope, and larger scopes are not known
};
/// By the commands' labels.
using CommandOutcomes = std::map<std::string, CommandOutcome>;

/// CodeLenses of the analysed file; the outcome of each test is the title of its lens, what a command came to that of a second
/// one. `tests` is null when nothing was judged.
Json codeLenses(const Analysis& analysis, const TestResults* tests, const CommandOutcomes& outcomes, Encoding encoding);

/// Lenses at what the last commit says otherwise (background_hints.h, versionHints): "weaker than HEAD: show".
Json versionLenses(const std::string& path, const std::vector<Hint>& versions);

/// The result of a command. `answer` is {"command", "verdict", "message", "instance", "val"}; the last two, if there is an
/// instance, are its table and a `val` to be pasted. "rests_on" says what a "none" rests on, if that is notable (reliance.h).
struct Solved {
  Json answer;
  std::shared_ptr<const model::Instance> instance;  // null: none
  model::CommandId command = model::noId;
  CommandOutcome outcome;  // as it stands beside the command
  Json warning = nullptr;  // a diagnostic, if the answer is vacuous
};
/// Solves the command with this number or label; `allScopes`: asks, for at most ten seconds, what there is beyond its scope,
/// where that has nothing ("all_scopes" in the answer, as in docs/json.md its verdict; an instance is one of a larger scope).
/// Throws RequestError if there is none, or when it is cancelled.
Solved runCommand(const Analysis& analysis, const Json& which, bool allScopes, Encoding encoding, const std::atomic<bool>& stop);
/// One test: {"outcome", "message", "text"}, where "text" is the full explanation. Throws RequestError if there is no such
/// test.
Json describeTest(const TestResults& tests, const std::string& name);

}  // namespace aunit::server
