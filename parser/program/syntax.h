// The syntax tree of a parallel program, as ANTLR makes it.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"
#include "parser/antlr_support.h"
#include "parser/program/grammar/ProgramLexer.h"
#include "parser/program/grammar/ProgramParser.h"

namespace aunit::parser::program {

/// The syntax tree of one file, with the objects that own it.
class SyntaxTree {
 public:
  /// Parses a file in `sources`. If the text is not a program, returns null and adds the first syntax error to `diagnostics`.
  static std::unique_ptr<SyntaxTree> parse(const model::SourceMap& sources, model::FileId file, model::Diagnostics& diagnostics);

  grammar::ProgramParser::FileContext& root() const { return *root_; }
  model::Span span(const antlr4::ParserRuleContext& context) const { return span(*context.start, *context.stop); }
  model::Span span(const antlr4::Token& token) const { return places_.of(token); }
  model::Span span(const antlr4::Token& first, const antlr4::Token& last) const { return places_.of(first, last); }

 private:
  SyntaxTree(std::string_view text, model::FileId file);
  bool checkNesting(model::Diagnostics& diagnostics);

  TokenPlaces places_;
  antlr4::ANTLRInputStream input_;
  grammar::ProgramLexer lexer_;
  antlr4::CommonTokenStream tokens_;
  grammar::ProgramParser parser_;
  grammar::ProgramParser::FileContext* root_ = nullptr;
};

}  // namespace aunit::parser::program
