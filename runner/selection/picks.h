// Single tests on the command line: `tests/list.aunit::a name` and `tests/list.aunit:12`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runner/selection/selection.h"

namespace aunit::runner {

/// The arguments of a run, some of which may pick tests of a file by their name or by a line on which they stand.
class Picks {
 public:
  /// An argument that names an existing file or folder stands for the whole of it.
  explicit Picks(const std::vector<std::string>& arguments);

  /// Files and folders to look into, without the names and lines that pick in them.
  const std::vector<std::string>& paths() const { return paths_; }

  /// Which candidates are meant, in their order: all tests of files that no argument picks from or that another argument names
  /// as a whole, else those picked. `errors` receives a sentence for each argument that picks nothing.
  std::vector<bool> admit(const std::vector<Candidate>& candidates, std::vector<std::string>& errors) const;

 private:
  struct Pick {
    std::string argument, file;
    std::string name;  // empty: by line
    std::uint32_t line = 0;
  };

  static bool fits(const Pick& pick, const Candidate& candidate);
  static std::string nothingFits(const Pick& pick, const std::vector<Candidate>& candidates);

  std::vector<std::string> paths_;
  std::vector<std::string> whole_;  // paths that pick nothing, made canonical
  std::vector<Pick> picks_;
};

}  // namespace aunit::runner
