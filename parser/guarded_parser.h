// Base of the generated parsers: stops before deep nesting exhausts the stack.
#pragma once

#include <cstddef>
#include <cstdint>

#include <antlr4-runtime.h>

namespace aunit::parser {

/// Thrown where an expression is nested too deeply.
struct NestedTooDeeply {
  antlr4::Token* at = nullptr;
};

/// Counts how deep expressions nest (parentheses, braces, prefix operators, right operands). No more than `deepest` levels, and no more than
/// fit an eighth of the thread's stack: whatever walks the tree later takes a few times what parsing takes (about 500 bytes a level).
class GuardedParser : public antlr4::Parser {
 public:
  static constexpr std::uint32_t deepest = 10'000;

  explicit GuardedParser(antlr4::TokenStream* input);

  void enterRecursionRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule, int precedence) override;
  void unrollRecursionContexts(antlr4::ParserRuleContext* parent) override;
  void reset() override;

 private:
  std::uint32_t depth_ = 0;
  const char* lowestFrame_ = nullptr;  // stacks grow downwards
};

}  // namespace aunit::parser
