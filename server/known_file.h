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

/// An analysis, and the workspace revision whose texts it has read.
struct Read {
  std::shared_ptr<const Analysis> analysis;
  std::uint64_t at = 0;

  explicit operator bool() const { return analysis != nullptr; }
};

/// The outcome of a command, valid while the model's meaning stays the same.
struct KnownOutcome {
  std::size_t meaning = 0;  // Analysis::meaning
  CommandOutcome outcome;
};

/// Diagnostics, each as JSON.
using Shown = std::vector<std::string>;

struct KnownFile {
  using Clock = std::chrono::steady_clock;

  // The text.
  std::optional<Document> document;  // if it is open in the editor
  Moves moves;                       // edits of the document since `good` or `latest`
  bool saved = false;                // saved, and not checked since

  // Its meaning.
  std::weak_ptr<const Analysis> latest;
  std::uint64_t readAt = 0;
  Read kept, good;                // for an open document: the latest analysis, and the latest that resolved
  std::set<std::string> sources;  // the files that `latest` has read
  bool current = false;           // whether `latest` is about the current texts
  bool asked = false;             // whether a task to read it is queued
  bool isDue = false;             // whether to judge and show it when it is read

  // Its outcomes.
  TestResults tests;
  enum class Judging : std::uint8_t { none, underWay, complete };
  Judging judging = Judging::none;               // state of judging by evaluation, for the current text
  std::vector<std::string> outcomes;             // as of the last refresh request to editors
  std::vector<std::function<void()>> waiting;    // to call when all tests are judged
  std::map<std::string, KnownOutcome> commands;  // by label
  struct Warnings {
    std::shared_ptr<const Analysis> of;
    std::map<model::CommandId, Json> byCommand;
  } warnings;                          // about solved commands
  std::map<std::string, Hints> hints;  // by kind: found for this file, possibly in other files

  std::map<std::string, Shown> logFaults;  // found by its tests: the diagnostics shown in logs, by the log's path

  // Its published diagnostics.
  std::optional<Shown> published;
  struct Due {
    Clock::time_point at;
    Shown diagnostics;
  };
  std::optional<Due> due;
};

}  // namespace aunit::server
