// The tests that failed in earlier runs, stored on disk for --lf, --ff and --sw.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runner/files/memory_file.h"
#include "runner/run_result.h"

namespace aunit::runner {

/// The IDs of failed tests, stored between runs.
class LastFailed {
 public:
  explicit LastFailed(std::string root) : file_(std::move(root), "last-failed") {}

  /// The IDs of tests that failed or had an error, and have not passed since. Empty if nothing is stored.
  std::set<std::string> load() const;
  /// Updates the IDs after a run: adds failed tests, removes passed tests, and keeps tests that did not run. A test that ran
  /// several times counts as failed if it failed at least once. If the run omitted no test of `files`, keeps only the failed
  /// tests of these files, and also removes the tests of files that no longer exist.
  void update(const RunResult& run, const std::vector<std::string>& files) const;

 private:
  MemoryFile file_;
};

/// The test at which a stepwise run (--sw) stopped.
class Stepwise {
 public:
  explicit Stepwise(std::string root) : file_(std::move(root), "stepwise") {}

  /// The ID of the test; nothing if the last stepwise run reached its end.
  std::optional<std::string> load() const;
  void update(const RunResult& run) const;

 private:
  MemoryFile file_;
};

}  // namespace aunit::runner
