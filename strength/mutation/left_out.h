// Mutants that a comment in the model excludes (`-- aunit: no mutants`).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "model/source.h"

namespace aunit::strength {

/// Reads the comments `-- aunit: no mutants` of one text; what stands behind these words is the reason. At the end of a line it
/// is about that line. On a line of its own it is about the paragraph that begins on the next line that is not empty, or, if
/// none begins there, about that line.
class LeftOut {
 public:
  explicit LeftOut(const model::SourceFile& file);

  /// Why a mutant that begins there is left out; nothing if it is not.
  std::optional<std::string> reason(model::Span mutant, model::Span paragraph) const;

 private:
  struct Comment {
    std::string reason;
    bool alone = false;  // on the line before
  };
  const model::SourceFile& file_;
  std::map<std::uint32_t, Comment> lines_;  // what is said of each line
};

}  // namespace aunit::strength
