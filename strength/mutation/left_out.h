// Mutants that a comment in the model excludes (`-- aunit: no mutants`).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "model/source.h"

namespace aunit::strength {

/// Reads the comments `-- aunit: no mutants` of one text; the text after these words is the reason. A comment at the end of
/// a line excludes the mutants of that line. A comment on its own line is about the next nonempty line. It excludes the mutants
/// of the paragraph that begins there; if no paragraph begins there, the mutants of that line.
class MutantExclusions {
 public:
  explicit MutantExclusions(const model::SourceFile& file);

  /// The reason for excluding a mutant that begins at this place; nothing if it is not excluded.
  std::optional<std::string> reason(model::Span mutant, model::Span paragraph) const;

 private:
  struct Comment {
    std::string reason;
    bool alone = false;  // the comment has a line of its own
  };
  const model::SourceFile& file_;
  std::map<std::uint32_t, Comment> lines_;  // by number of the line (of the model) that the comment is about
};

}  // namespace aunit::strength
