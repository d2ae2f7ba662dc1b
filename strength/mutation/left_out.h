// Mutants that a comment in the model excludes (`-- aunit: no mutants`).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "model/source.h"

namespace aunit::strength {

/// Reads the comments `-- aunit: no mutants` of one text. The text after these words is the reason. A comment at the end of a
/// line excludes the mutants of that line. A comment on a line of its own is about the next line that is not empty. If a
/// paragraph begins there, the comment excludes all mutants of the paragraph; if not, the mutants of that line.
class MutantExclusions {
 public:
  explicit MutantExclusions(const model::SourceFile& file);

  /// Returns the reason why a mutant is excluded; nothing if it is not. `mutant` is the place of the mutant, `paragraph` the
  /// place of its paragraph.
  std::optional<std::string> reason(model::Span mutant, model::Span paragraph) const;

 private:
  struct Comment {
    std::string reason;
    bool alone = false;  // whether the comment has a line of its own
  };
  const model::SourceFile& file_;
  std::map<std::uint32_t, Comment> lines_;  // by number of the line to which the comment applies
};

}  // namespace aunit::strength
