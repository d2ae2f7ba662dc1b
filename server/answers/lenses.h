// Lenses on commands and tests, and the server commands that they start.
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

/// Names for workspace/executeCommand. The first argument is the file's URI.
namespace command {
inline constexpr const char* run = "aunit.run";              // solves the command whose number or label is the second argument
inline constexpr const char* allScopes = "aunit.allScopes";  // like `run`; tries larger scopes if there is no instance
inline constexpr const char* test = "aunit.test";            // judges the test whose name is the second argument
inline constexpr const char* testFile = "aunit.testFile";    // judges all tests of the file
inline constexpr const char* why = "aunit.why";              // explains the outcome of the test whose name is the second argument
/// Shows how a paragraph changed. The second argument is the index of the paragraph's lens in versionLenses().
inline constexpr const char* change = "aunit.change";
// The following commands take only the file's URI. They report diagnostics with quick fixes.
inline constexpr const char* survivors = "aunit.survivors";  // mutants that no test kills
inline constexpr const char* proposals = "aunit.propose";    // tests for mistakes that no test detects
inline constexpr const char* repairs = "aunit.repair";       // edits that fix tests and commands
}  // namespace command

struct CommandOutcome {
  std::string text;
  bool isOpen = false;  // whether the command is a check that holds in its scope, so that larger scopes can be tried
};
/// The outcomes of commands, by label.
using CommandOutcomes = std::map<std::string, CommandOutcome>;

/// CodeLenses of the analysed file. A lens at a test has the test's outcome as its title. A command has one lens to solve it, and
/// a second lens whose title is the outcome. `tests` is null if no tests were judged.
Json codeLenses(const Analysis& analysis, const TestResults* tests, const CommandOutcomes& outcomes, Encoding encoding);

/// Lenses at paragraphs that changed since the last commit (background_hints.h, versionHints): "weaker than HEAD: show".
Json versionLenses(const std::string& path, const std::vector<Hint>& versions);

/// The result of a command. `answer` is {"command", "verdict", "message"}. If there is an instance, `answer` also has "instance"
/// (a table) and "val" (the text of a `val`). If there is no instance, "rests_on" says what this answer rests on, if
/// RelianceWanted (reliance.h) includes this result.
struct CommandResult {
  Json answer;
  std::shared_ptr<const model::Instance> instance;  // null if there is no instance
  model::CommandId command = model::noId;
  CommandOutcome outcome;  // as shown beside the command
  Json warning = nullptr;  // a diagnostic, if the answer is vacuous
};
/// Solves the command with this number or label. If `allScopes` is set and the scope has no instance, tries larger scopes for at
/// most ten seconds. After this search, "all_scopes" in the answer has the verdict (docs/json.md), and "instance" may be an
/// instance of a larger scope. Throws RequestError if there is no such command or the request is cancelled.
CommandResult runCommand(const Analysis& analysis, const Json& which, bool allScopes, Encoding encoding,
                         const std::atomic<bool>& stop);
/// One test: {"outcome", "message", "text"}; "text" is the full explanation. Throws RequestError if there is no such test.
Json describeTest(const TestResults& tests, const std::string& name);

}  // namespace aunit::server
