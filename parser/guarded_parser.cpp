#include "parser/guarded_parser.h"

#include <pthread.h>

namespace aunit::parser {

namespace {

const char* currentFrame() { return static_cast<const char*>(__builtin_frame_address(0)); }

/// Where the calling thread's stack ends. Asking costs a look into /proc, so each thread asks once.
const char* endOfStack() {
  thread_local const char* const end = [] {
    constexpr std::size_t assumed = 1 << 20;
    const char* lowest = currentFrame() - assumed;
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return lowest;
    void* address = nullptr;
    std::size_t size = 0;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0) lowest = static_cast<const char*>(address);
    pthread_attr_destroy(&attributes);
    return lowest;
  }();
  return end;
}

}  // namespace

GuardedParser::GuardedParser(antlr4::TokenStream* input) : antlr4::Parser(input) {
  const char* const here = currentFrame();
  lowestFrame_ = here - (here - endOfStack()) / 8;
}

void GuardedParser::enterRecursionRule(antlr4::ParserRuleContext* context, std::size_t state, std::size_t rule, int precedence) {
  if (++depth_ > deepest || currentFrame() < lowestFrame_) throw NestedTooDeeply{getCurrentToken()};
  antlr4::Parser::enterRecursionRule(context, state, rule, precedence);
}

void GuardedParser::unrollRecursionContexts(antlr4::ParserRuleContext* parent) {
  --depth_;
  antlr4::Parser::unrollRecursionContexts(parent);
}

void GuardedParser::reset() {
  depth_ = 0;
  antlr4::Parser::reset();
}

}  // namespace aunit::parser
