// The tests that failed in earlier runs, kept on disk for --lf, --ff and --sw.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runner/files/memory_file.h"
#include "runner/run_result.h"

namespace aunit::runner {

/// The ids of the tests that failed, kept from run to run.
class LastFailed {
 public:
  explicit LastFailed(std::string root) : file_(std::move(root), "last-failed") {}

  /// Ids of the tests that failed or erred and have not passed since. Empty when nothing is remembered.
  std::set<std::string> load() const;
  /// Updates the ids after a run: failures are added, passes removed, tests that did not run kept. A test that ran several
  /// times has failed when it failed once. After a run that left out no test of `files`, ids of these files and of files that
  /// are no longer there are discarded unless they failed in this run.
  void update(const RunResult& run, const std::vector<std::string>& files) const;

 private:
  MemoryFile file_;
};

/// The test at which a stepwise run (--sw) stopped.
class Stepwise {
 public:
  explicit Stepwise(std::string root) : file_(std::move(root), "stepwise") {}

  /// Its id; nothing when the last stepwise run came to its end.
  std::optional<std::string> load() const;
  void update(const RunResult& run) const;

 private:
  MemoryFile file_;
};

}  // namespace aunit::runner
