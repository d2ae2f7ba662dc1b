// The runs that a `log` paragraph names: each is a file, a folder whose files belong together, or the lines of one key in these.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/log.h"
#include "support/budget.h"

namespace aunit::suite::log {

struct Run {
  std::string name;                // of the file or folder
  std::vector<std::string> files;  // in the order of their names

  struct Line {
    std::size_t file = 0;
    std::uint64_t number = 0;  // in its file
    std::string text;
    bool tooLong = false;
  };
  /// For a log with a key: the lines that have it. Null: all lines of the files.
  std::shared_ptr<const std::vector<Line>> lines = nullptr;
  bool withoutKey = false;  // these lines have none
  bool isPipe = false;      // its file can be read once alone
};

/// The run at a path that the user named: a file, a folder, or a pipe.
Run runAt(const std::string& path);
/// The runs at the paths that a pattern (`logs/*.ndjson`) fits, relative to `folder`; in the order of their names.
std::vector<Run> runsLike(const std::string& folder, const std::string& pattern);
/// The lines of each key in a run, in the order in which the keys occur, then the lines without a key; the run itself if the log
/// has no key. Throws std::runtime_error when a file cannot be read, support::Exhausted if the budget ends.
std::vector<Run> byKey(const model::Log& log, Run run, const support::Budget& budget);

}  // namespace aunit::suite::log
