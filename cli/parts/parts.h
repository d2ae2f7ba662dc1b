// The parts of long work, each done by a process of its own where this program has no threads (in WebAssembly): `-j`.
#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/files.h"

namespace aunit::cli {

/// The part that this process does for another, which has started it with `aunit __part I/N FILE WORD...`; or the whole, with one
/// solver of several that race, with `aunit __part SOLVER FILE WORD...`.
struct Part {
  std::string shard;   // I/N
  std::string solver;  // empty: that of the command line
  std::string report;  // the file for its results; it writes no other
};

/// The words of the command line behind the program's name, and the part of its work that is meant; before a subcommand begins.
void setCommandLine(std::vector<std::string> words, std::optional<Part> part = std::nullopt);

/// Nothing in a process that works for itself.
const std::optional<Part>& ownPart();

/// Writes what a part has found; its exit code.
int handOver(const std::string& report);

/// Tells the process for which this one does a part how far it is, as a line on standard output: at most ten times a second, and
/// at the end.
void tellOfPart(std::size_t done, std::size_t all, std::string_view what);

/// Is told how far all is.
using AllDone = std::function<void(std::size_t done, std::size_t all, std::string_view what)>;

/// The joint progress of parts that do the same kind of work, from the lines that each writes.
class PartsHeard {
 public:
  PartsHeard(std::size_t parts, AllDone tell) : parts_(parts), tell_(std::move(tell)) {}

  /// What a part has said further on standard output; lines of other kinds are passed over. May be called from any thread.
  void hear(std::size_t part, std::string_view text);

 private:
  struct PartProgress {
    std::string line;  // so far
    std::size_t done = 0, all = 0;
    std::string what;
  };

  std::vector<PartProgress> parts_;
  AllDone tell_;
  std::mutex mutex_;
};

/// What the parts have found.
struct PartsDone {
  support::TemporaryFolder folder;        // of the reports
  std::vector<std::string> reports = {};  // paths; of those that had something to do
  std::string said = {};                  // on standard error, of the first that said something
  int code = 0;                           // of the first that ended without a report and should have one; else 0
};

/// Runs the command line `jobs` times at the same time, each for its part. Nothing if this process has threads, does a part
/// itself, or cannot start itself: it then does all.
std::optional<PartsDone> doneInParts(int jobs, AllDone progress);

/// Runs the command line with each of these solvers at the same time, until one is done. Nothing in the same cases.
std::optional<PartsDone> doneInRace(const std::vector<std::string>& solvers);

}  // namespace aunit::cli
