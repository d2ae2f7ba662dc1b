// Builds Nitpick's syntax trees from ANTLR's parse trees.
#pragma once

#include "parser/nitpick/grammar/NitpickParser.h"
#include "parser/nitpick/syntax.h"
#include "parser/nitpick/tokens.h"
#include "support/stack_guard.h"

namespace aunit::parser::nitpick {

class Builder {
 public:
  Builder(syntax::File& file, const Tokens& tokens, model::Diagnostics& diagnostics)
      : file_(file), tokens_(tokens), diagnostics_(diagnostics) {}

  void add(grammar::NitpickParser::ParagraphContext* context);
  syntax::ExprPtr expr(grammar::NitpickParser::ExprContext* context);

 private:
  using P = grammar::NitpickParser;

  void add(P::SchemaContext* context);
  void add(P::ValuationContext* context);
  void add(P::TestContext* context);
  syntax::Declaration declaration(P::VariablesContext* context);
  syntax::Assignment assignment(P::AssignmentContext* context);
  syntax::Command command(P::CommandContext* context);
  syntax::Expr* reference(antlr4::tree::TerminalNode* name, P::ArgumentsContext* arguments);
  syntax::Expr* node(syntax::Kind kind, const antlr4::ParserRuleContext* context, const antlr4::Token* op,
                     std::vector<syntax::ExprPtr> children);
  syntax::Name name(antlr4::tree::TerminalNode* node) { return name(node->getSymbol()); }
  syntax::Name name(const antlr4::Token* token) { return {tokens_.text(token), tokens_.span(token)}; }
  std::vector<syntax::Name> names(const std::vector<antlr4::tree::TerminalNode*>& nodes);
  std::vector<syntax::Name> tags(const std::vector<P::TagContext*>& contexts);
  std::string unquoted(antlr4::tree::TerminalNode* node);
  int number(antlr4::tree::TerminalNode* node);

  support::StackGuard guard_;
  syntax::File& file_;
  const Tokens& tokens_;
  model::Diagnostics& diagnostics_;
};

}  // namespace aunit::parser::nitpick
