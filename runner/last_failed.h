// What failed in the last run, for --lf.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "runner/run_result.h"

namespace aunit::runner {

/// The file that remembers: `.aunit/last-failed` in `root` (the folder of aunit.toml, else the working directory); where that
/// cannot be written, a file below $XDG_CACHE_HOME/aunit (or ~/.cache/aunit) named after the root.
class LastFailed {
 public:
  explicit LastFailed(std::string root);

  /// Ids of the tests that failed or erred and have not passed since. Empty when nothing is remembered.
  std::set<std::string> load() const;
  /// Takes what ran into account: failures are added, passes removed, tests that did not run kept. After a run that left out
  /// nothing of `files`, what is remembered of these files and of such as are no longer there is what failed now. Trouble with
  /// the disk is not worth a message: the next --lf then selects from what there is.
  void update(const RunResult& run, const std::vector<std::string>& files) const;

 private:
  std::string localPath() const;
  std::string cachePath() const;

  std::string root_;
};

}  // namespace aunit::runner
