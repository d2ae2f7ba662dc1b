// The base of the generated parsers: stops before deep nesting exhausts the stack, and when exhausted memory would leave the data
// that all parses share in disorder.
#pragma once

#include <cstdint>
#include <exception>
#include <new>

#include <antlr4-runtime.h>

#include "support/stack_guard.h"

namespace aunit::support {
void spend(std::uint64_t steps);  // cancellation.h is C++20, which the generated parsers are not
}

namespace aunit::parser {

/// Thrown when an expression is nested too deeply.
struct NestedTooDeeply {
  antlr4::Token* at = nullptr;
};

/// Returns the result of `work`. ANTLR keeps tables and predictions for all parses of a process, behind locks that an exception
/// leaves locked for ever. So when `work` runs out of memory the process ends (std::terminate), instead of hanging at the next
/// parse.
template <class Work>
auto withSharedTables(Work work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    std::terminate();
  }
}

/// A deserializer of the tables in the generated code, without verification.
inline antlr4::atn::ATNDeserializer trustingDeserializer() {
  antlr4::atn::ATNDeserializationOptions options;
  options.setVerifyATN(false);
  return antlr4::atn::ATNDeserializer(options);
}

/// The prediction of generated parsers (lazy_tables.cmake).
class GuardedPrediction : public antlr4::atn::ParserATNSimulator {
 public:
  using antlr4::atn::ParserATNSimulator::ParserATNSimulator;

  std::size_t adaptivePredict(antlr4::TokenStream* input, std::size_t decision, antlr4::ParserRuleContext* context) override {
    return withSharedTables([&] { return ParserATNSimulator::adaptivePredict(input, decision, context); });
  }
};

/// The matching of generated lexers.
class GuardedMatching : public antlr4::atn::LexerATNSimulator {
 public:
  using antlr4::atn::LexerATNSimulator::LexerATNSimulator;

  std::size_t match(antlr4::CharStream* input, std::size_t mode) override {
    return withSharedTables([&] { return LexerATNSimulator::match(input, mode); });
  }
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

 protected:
  /// Consumes the current token without adding it to the tree.
  antlr4::Token* consumeWithoutLeaf() {
    antlr4::Token* const token = getCurrentToken();
    getInputStream()->consume();
    return token;
  }

 private:
  void check() {
    support::spend(500);
    if (guard_.exhausted()) throw NestedTooDeeply{getCurrentToken()};
  }

  support::StackGuard guard_;
};

}  // namespace aunit::parser
