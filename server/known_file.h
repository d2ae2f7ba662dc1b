// The knowledge of the server's loop about one file.
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

/// An analysis, and the revision of the workspace at which its texts were the latest.
struct Read {
  std::shared_ptr<const Analysis> analysis;
  std::uint64_t at = 0;

  explicit operator bool() const { return analysis != nullptr; }
};

/// The outcome of a command, for as long as its model means the same.
struct KnownOutcome {
  std::size_t meaning = 0;  // Analysis::meaning
  CommandOutcome outcome;
};

/// Diagnostics, each as JSON.
using Shown = std::vector<std::string>;

struct KnownFile {
  using Clock = std::chrono::steady_clock;

  // The text.
  std::optional<Document> document;  // where it is open
  Moves moves;                       // of the document, since `good` or `latest`
  bool saved = false;                // and not looked at since

  // Its meaning.
  std::weak_ptr<const Analysis> latest;
  std::uint64_t readAt = 0;
  Read kept, good;                // of a document the latest, and the latest that resolved
  std::set<std::string> sources;  // what `latest` was read from
  bool current = false;           // `latest` is about the current texts
  bool asked = false;             // a task is about to read it
  bool isDue = false;             // to be looked at once it is read

  // Its outcomes.
  TestResults tests;
  enum class Judging : std::uint8_t { none, underWay, complete };
  Judging judging = Judging::none;               // of all tests that evaluation decides, for the current text
  std::vector<std::string> outcomes;             // as editors were told to ask for last
  std::vector<std::function<void()>> waiting;    // until all are judged
  std::map<std::string, KnownOutcome> commands;  // by label
  struct Warnings {
    std::shared_ptr<const Analysis> of;
    std::map<model::CommandId, Json> byCommand;
  } warnings;                          // about commands that were solved
  std::map<std::string, Hints> hints;  // found for this file, in whichever, by their kind

  std::map<std::string, Shown> logFaults;  // for its tests: what is shown of logs, by their paths

  // The part that is shown.
  std::optional<Shown> published;
  struct Due {
    Clock::time_point at;
    Shown diagnostics;
  };
  std::optional<Due> due;
};

}  // namespace aunit::server
