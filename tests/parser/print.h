// Printing of syntax trees as Alloy text.
#pragma once

#include <string>

#include "parser/alloy/syntax/syntax.h"

namespace aunit::parser::alloy {

/// The text of the file's paragraphs in order, each on its own lines. The text parses to the same tree, except for spans,
/// parentheses, and constructs with several spellings (`;`, several bindings of a `let`).
std::string print(const syntax::File& file);

/// The text of an expression, with only the parentheses that are needed.
std::string print(const syntax::Expr& expression);

}  // namespace aunit::parser::alloy
