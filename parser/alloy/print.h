// Syntax tree to text.
#pragma once

#include <string>

#include "parser/alloy/syntax.h"

namespace aunit::parser::alloy {

/// Alloy text of the file's paragraphs, in their order, one paragraph a line or more. Parsing it gives the same tree but for
/// spans, parentheses, and what has several spellings (`;`, several bindings of a `let`).
std::string print(const syntax::File& file);

/// With only the parentheses that are needed.
std::string print(const syntax::Expr& expression);

}  // namespace aunit::parser::alloy
