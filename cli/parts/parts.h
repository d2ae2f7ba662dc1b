// Splits long work (-j) into several processes, on platforms where this program has no threads (WebAssembly).
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

/// The part of the work that a child process does: a shard (`aunit __part I/N FILE WORD...`), or the whole work with one of the
/// solvers that race (`aunit __part SOLVER FILE WORD...`).
struct Part {
  std::string shard;   // "I/N"
  std::string solver;  // empty: the solver that the command line names
  std::string report;  // path for the results, the only file that the part writes
};

/// Records the words of the command line after the program's name, and the part of the work that this process does. Call it
/// before the subcommand begins.
void setCommandLine(std::vector<std::string> words, std::optional<Part> part = std::nullopt);

/// The part that this process does; nothing if it does the whole work.
const std::optional<Part>& ownPart();

/// Writes the results of this process's part; returns the exit code.
int handOver(const std::string& report);

/// Reports the progress of this process's part to the parent process: a line on standard output, at most ten times a second and
/// at the end.
void tellOfPart(std::size_t done, std::size_t all, std::string_view what);

/// Callback for the progress of all parts together.
using AllDone = std::function<void(std::size_t done, std::size_t all, std::string_view what)>;

/// Adds up the progress that the parts report on standard output. Adds only numbers of parts that do the same kind of work.
class TotalProgress {
 public:
  TotalProgress(std::size_t parts, AllDone tell) : parts_(parts), tell_(std::move(tell)) {}

  /// Adds standard output of a part. Ignores lines that report no progress. Thread-safe.
  void hear(std::size_t part, std::string_view text);

 private:
  struct PartProgress {
    std::string line;  // the incomplete last line
    std::size_t done = 0, all = 0;
    std::string what;
  };

  std::vector<PartProgress> parts_;
  AllDone tell_;
  std::mutex mutex_;
};

/// The results of the parts.
struct PartResults {
  support::TemporaryFolder folder;        // holds the reports
  std::vector<std::string> reports = {};  // paths; a part without work writes no report
  std::string said = {};                  // standard error of the first part that wrote to it
  int code = 0;                           // exit code of the first part that ended without its report; 0 if there is none
};

/// Runs the command line in `jobs` processes, each for its part. Returns nothing if this process has threads, is a part itself,
/// or cannot start copies of itself. If nothing is returned, the caller does all the work.
std::optional<PartResults> doneInParts(int jobs, AllDone progress);

/// Runs the command line in parallel, once with each of these solvers, until one run is done. Returns nothing if doneInParts()
/// would return nothing.
std::optional<PartResults> doneInRace(const std::vector<std::string>& solvers);

}  // namespace aunit::cli
