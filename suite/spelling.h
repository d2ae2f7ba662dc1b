// How the model's operators are written in Alloy, and how tightly they bind (language reference 4).
#pragma once

#include <string_view>

#include "model/expr.h"

namespace aunit::suite {

struct Spelling {
  std::string_view text;
  int level;  // parser::alloy::level
};
Spelling spelling(model::Op op);

std::string_view word(model::Multiplicity multiplicity);

/// With what Alloy's names may hold beside those of other languages.
bool isNamePart(char c);
/// Whether the text stands in parentheses or braces that belong together.
bool isEnclosed(std::string_view text);

}  // namespace aunit::suite
