// Chooses single tests on the command line: `tests/list.aunit::a name` and `tests/list.aunit:12`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/selection/selection.h"

namespace aunit::runner {

/// The arguments of a run: files, folders, and tests of a file, by name or by a line of the test.
class Picks {
 public:
  /// An argument that names an existing file or folder chooses all of it.
  explicit Picks(const std::vector<std::string>& arguments);

  /// The files and folders of the arguments, without names and lines.
  const std::vector<std::string>& paths() const { return paths_; }

  /// By candidate: whether it is chosen. All tests of a file are chosen if no argument chooses single tests of it, or if another
  /// argument names the whole file. Adds to `errors` a sentence for each argument that chooses nothing.
  std::vector<bool> admit(const std::vector<Candidate>& candidates, std::vector<std::string>& errors) const;

 private:
  struct Pick {
    std::string argument, file;
    std::string name;  // empty if the test is chosen by line
    std::uint32_t line = 0;
  };

  static bool fits(const Pick& pick, const Candidate& candidate);
  static std::string nothingFits(const Pick& pick, const std::vector<Candidate>& candidates);

  std::vector<std::string> paths_;
  std::vector<std::string> whole_;  // canonical paths of arguments that name whole files or folders
  std::vector<Pick> picks_;
};

}  // namespace aunit::runner
