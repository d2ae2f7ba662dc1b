// Base of the generated parser: stops before deep nesting exhausts the stack.
#pragma once

#include <cstdint>

#include <antlr4-runtime.h>

namespace aunit::parser::alloy::grammar {

/// Thrown where an expression is nested more deeply than `GuardedParser::deepest`.
struct NestedTooDeeply {
  antlr4::Token* at = nullptr;
};

/// Counts how deep expressions nest (parentheses, braces, prefix operators, right operands). A level costs about 1 KB of stack here and
/// less in what reads the tree later, so that 3,000 of them fit a thread with 8 MB, sanitizers included.
class GuardedParser : public antlr4::Parser {
 public:
  static constexpr std::uint32_t deepest = 3000;

  explicit GuardedParser(antlr4::TokenStream* input) : antlr4::Parser(input) {}

  void enterRecursionRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule, int precedence) override {
    if (++depth_ > deepest) throw NestedTooDeeply{getCurrentToken()};
    antlr4::Parser::enterRecursionRule(context, state, rule, precedence);
  }
  void unrollRecursionContexts(antlr4::ParserRuleContext* parent) override {
    --depth_;
    antlr4::Parser::unrollRecursionContexts(parent);
  }
  void reset() override {
    depth_ = 0;
    antlr4::Parser::reset();
  }

 private:
  std::uint32_t depth_ = 0;
};

}  // namespace aunit::parser::alloy::grammar
