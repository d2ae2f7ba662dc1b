// Helpers for tests of the Alloy syntax: parsing a text, showing a tree fully parenthesised.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "model/diagnostic.h"
#include "parser/alloy/parse.h"

namespace aunit::parser::alloy {

struct ParsedFile {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  std::unique_ptr<syntax::File> file;

  /// "line:column message" for each error, then "warning: line:column message" for each warning; one per line.
  std::string messages() const;
};

/// The text with blanks only where two tokens would otherwise become other tokens. Line breaks and comments stay.
std::string withFewestBlanks(std::string_view text);

ParsedFile parseText(std::string text, ParseOptions options = {}, std::string path = "test.als");

/// The expression as S-expressions: "(and a (in b c))". Returns the messages if it does not parse.
std::string reading(const std::string& expression, ParseOptions options = {});
std::string show(const syntax::Expr& expression);

/// The messages, if there are any. Then the paragraphs of a file, one per line, as words in a fixed order; expressions have the
/// form of reading().
std::string paragraphs(const std::string& text, ParseOptions options = {});
/// The tree as text, with everything except spans.
std::string show(const syntax::File& file);

}  // namespace aunit::parser::alloy
