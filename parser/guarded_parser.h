// Base of the generated parsers: stops before deep nesting exhausts the stack.
#pragma once

#include <antlr4-runtime.h>

#include "model/stack_guard.h"

namespace aunit::parser {

/// Thrown where an expression is nested too deeply.
struct NestedTooDeeply {
  antlr4::Token* at = nullptr;
};

class GuardedParser : public antlr4::Parser {
 public:
  explicit GuardedParser(antlr4::TokenStream* input) : antlr4::Parser(input) {}

  void enterRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule) override {
    check();
    antlr4::Parser::enterRule(context, state, rule);
  }
  void enterRecursionRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule, int precedence) override {
    check();
    antlr4::Parser::enterRecursionRule(context, state, rule, precedence);
  }

 private:
  void check() {
    if (guard_.exhausted()) throw NestedTooDeeply{getCurrentToken()};
  }

  model::StackGuard guard_;
};

}  // namespace aunit::parser
