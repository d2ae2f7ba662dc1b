// The base of the generated parsers. A parser stops before deep nesting exhausts the stack. It ends the process if memory runs
// out while it changes data that all parses share.
#pragma once

#include <cstdint>
#include <exception>
#include <new>

#include <antlr4-runtime.h>

#include "support/stack_guard.h"

namespace aunit::support {
// cancellation.h declares this function, too, but generated parsers cannot include that header, because it needs C++20.
void spend(std::uint64_t steps);
}  // namespace aunit::support

namespace aunit::parser {

/// Thrown when an expression is nested too deeply.
struct NestedTooDeeply {
  antlr4::Token* at = nullptr;
};

/// Returns the result of `work`. Ends the process (std::terminate) if `work` runs out of memory. The reason: ANTLR shares tables
/// and predictions between all parses of a process, and an exception would leave their locks locked, so the next parse would
/// hang.
template <class Work>
auto withSharedTables(Work work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    std::terminate();
  }
}

/// Returns a deserializer that reads the tables of the generated code without verifying them.
inline antlr4::atn::ATNDeserializer trustingDeserializer() {
  antlr4::atn::ATNDeserializationOptions options;
  options.setVerifyATN(false);
  return antlr4::atn::ATNDeserializer(options);
}

/// ANTLR's prediction within `withSharedTables` (lazy_tables.cmake).
class GuardedPrediction : public antlr4::atn::ParserATNSimulator {
 public:
  using antlr4::atn::ParserATNSimulator::ParserATNSimulator;

  std::size_t adaptivePredict(antlr4::TokenStream* input, std::size_t decision, antlr4::ParserRuleContext* context) override {
    return withSharedTables([&] { return ParserATNSimulator::adaptivePredict(input, decision, context); });
  }
};

/// ANTLR's matching within `withSharedTables`.
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
