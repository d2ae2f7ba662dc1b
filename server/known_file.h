// What the server's loop knows about one file.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "server/answers/background_hints.h"
#include "server/answers/lenses.h"
#include "server/live_tests.h"
#include "server/texts/moves.h"
#include "server/texts/workspace.h"

namespace aunit::server {

/// An analysis, and the revision of the workspace from which it was made.
struct VersionedAnalysis {
  std::shared_ptr<const Analysis> analysis;
  std::uint64_t at = 0;

  explicit operator bool() const { return analysis != nullptr; }
};

/// The outcome of a command. It is valid until the model's meaning changes.
struct KnownOutcome {
  std::size_t meaning = 0;  // Analysis::meaning of the analysis whose command was solved
  CommandOutcome outcome;
};

using JsonDiagnostics = std::vector<std::string>;

struct KnownFile {
  using Clock = std::chrono::steady_clock;

  // The text.
  std::optional<Document> document;  // the text in the editor; nothing if the file is not open there
  Moves moves;                       // edits made after the older one of `good` and `kept` was read
  bool saved = false;                // whether the document was saved since its tests were last judged

  // The analyses of the text.
  std::weak_ptr<const Analysis> latest;
  std::uint64_t readAt = 0;
  VersionedAnalysis kept, good;   // for an open document: the latest analysis, and the latest without errors
  std::set<std::string> sources;  // the files that `latest` has read
  bool current = false;           // whether `latest` was made from the current texts
  bool asked = false;             // whether a task that reads the text is queued
  bool isDue = false;             // whether to judge the tests and show diagnostics when the text is read next

  // The outcomes of the file's tests and commands.
  TestResults tests;
  enum class JudgingState : std::uint8_t { none, underWay, complete };
  JudgingState judging = JudgingState::none;     // state of judging the tests that need no solver
  std::vector<std::string> outcomes;             // each test's name and outcome at the last call of Server::refreshOutcomes()
  std::vector<std::function<void()>> waiting;    // called when all tests that need no solver are judged
  std::map<std::string, KnownOutcome> commands;  // the outcomes of commands, by label
  struct Warnings {
    std::shared_ptr<const Analysis> of;
    std::map<model::CommandId, Json> byCommand;
  } warnings;  // warnings that answers to commands are vacuous

  /// By kind of hint: the results of searches about this file. Some of these hints may be shown in other files.
  std::map<std::string, Hints> hints;

  std::map<std::string, JsonDiagnostics> logFaults;  // by path of a log that tests of this file use: the log's diagnostics

  // The diagnostics that were sent to the editor.
  std::optional<JsonDiagnostics> published;
  struct DueDiagnostics {
    Clock::time_point at;
    JsonDiagnostics diagnostics;
  };
  std::optional<DueDiagnostics> due;
};

}  // namespace aunit::server
