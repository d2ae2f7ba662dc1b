// Quick fixes: the changes of a text that a diagnostic suggests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/diagnostic.h"
#include "parser/front_end.h"

namespace aunit::suite {

struct QuickFix {
  std::string title;
  std::vector<std::pair<model::Span, std::string>> changes;  // what to put there
  bool preferred = true;                                     // nothing else can be meant
};

/// For a diagnostic with a place: the nearest name; removal of `abstract` if nothing extends the signature; `plus[a, b]` for a
/// `+` that does not add; and so on.
std::vector<QuickFix> quickFixes(const parser::Loaded& loaded, const model::Diagnostic& diagnostic);

}  // namespace aunit::suite
