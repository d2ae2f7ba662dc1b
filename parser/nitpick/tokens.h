// The tokens of a Nitpick text, ready for the parser.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <antlr4-runtime.h>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/antlr_support.h"
#include "parser/nitpick/grammar/NitpickLexer.h"

namespace aunit::parser::nitpick {

using TokenType = grammar::NitpickLexer;

/// The tokens of one file. The constructor reports parts of the text that are no tokens. A parenthesis directly after a name
/// becomes a CALL. Words of the test language become keywords where they are expected.
class Tokens {
 public:
  Tokens(const model::SourceMap& sources, model::FileId file, model::Diagnostics& diagnostics);

  antlr4::CommonTokenStream& stream() { return stream_; }
  std::size_t size() { return stream_.size() - 1; }  // does not count the end of input
  std::size_t type(std::size_t index) { return stream_.get(index)->getType(); }
  /// Returns the span of a token in the source; empty at the end of input.
  model::Span span(const antlr4::Token* token) const;
  model::Span span(const antlr4::ParserRuleContext* context) const;
  std::string text(const antlr4::Token* token) const;
  /// Whether the lexer found errors. Syntax errors are then most likely consequences of these errors.
  bool hasErrors() const { return hasErrors_; }
  /// Returns the index of the first token that seems to begin a paragraph, searching from `index` on.
  std::size_t paragraphStart(std::size_t index);

 private:
  void classify();
  void report(antlr4::Token* token, model::Diagnostics& diagnostics);
  bool beginsLine(std::size_t index);

  const std::string& text_;
  TokenPlaces places_;
  antlr4::ANTLRInputStream input_;
  grammar::NitpickLexer lexer_;
  antlr4::CommonTokenStream stream_;
  bool hasErrors_ = false;
};

}  // namespace aunit::parser::nitpick
