// The runs of a log. A run is a file, or a folder of files that belong together. If the log has a key, a run is only those lines
// of a file or folder that have the same key.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/log.h"
#include "support/budget.h"

namespace aunit::suite::log {

struct Run {
  std::string name;                // name of the file or folder, and, if the log has a key, the key of this run
  std::vector<std::string> files;  // sorted by name

  struct Line {
    std::size_t file = 0;
    std::uint64_t number = 0;  // line number in the file, from 1
    std::string text;
    bool tooLong = false;
  };
  /// If the log has a key: the lines with the key of this run. Null: all lines of the files.
  std::shared_ptr<const std::vector<Line>> lines = nullptr;
  bool withoutKey = false;  // whether `lines` are the lines that have no key
  bool isPipe = false;      // the file is a pipe, which can be read only once
};

/// The run for a path that the user named: a file, a folder, or a pipe.
Run runAt(const std::string& path);
/// Returns, in the order of their names, the runs whose paths match a pattern (`logs/*.ndjson`) relative to `folder`.
std::vector<Run> runsLike(const std::string& folder, const std::string& pattern);
/// Splits a run by the log's key: a run for each key, in the order in which the keys occur, then a run of the lines without a
/// key. Returns only `run` itself if `log` has no key. Throws std::runtime_error if a file cannot be read, and
/// support::Exhausted if the budget is used up.
std::vector<Run> byKey(const model::Log& log, Run run, const support::Budget& budget);

}  // namespace aunit::suite::log
