// Shorthand for tests of the Alloy syntax: parsing a text, showing a tree fully parenthesised.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/diagnostic.h"
#include "parser/alloy/parse.h"

namespace aunit::parser::alloy {

struct Parsed {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  std::unique_ptr<syntax::File> file;

  /// "line:column message" for each error, then for each warning with "warning: " before it; one per line.
  std::string messages() const;
};

/// The text with blanks only between tokens that are others without them. Line breaks and comments stay.
std::string withFewestBlanks(std::string_view text);

Parsed parseText(std::string text, ParseOptions options = {}, std::string path = "test.als");

/// The expression as S-expressions: "(and a (in b c))"; or the messages when it does not parse.
std::string reading(const std::string& expression, ParseOptions options = {});
std::string show(const syntax::Expr& expression);

/// The paragraphs of a file, one a line, as words in one order with their expressions as above; behind the messages, if any.
std::string paragraphs(const std::string& text, ParseOptions options = {});
/// All that is said there; spans are not.
std::string show(const syntax::File& file);

}  // namespace aunit::parser::alloy
