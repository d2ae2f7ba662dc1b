// Changes of a text that fix the problem of a diagnostic.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/diagnostic.h"
#include "parser/front_end.h"

namespace aunit::suite {

struct QuickFix {
  std::string title;
  std::vector<std::pair<model::Span, std::string>> changes;  // places and their new texts
  bool preferred = true;                                     // whether this is the only plausible change
};

/// Returns changes for a diagnostic that has a place. Examples: the nearest name; removal of `abstract` if nothing extends the
/// signature; `plus[a, b]` for a `+` that is not an addition.
std::vector<QuickFix> quickFixes(const parser::Loaded& loaded, const model::Diagnostic& diagnostic);

}  // namespace aunit::suite
