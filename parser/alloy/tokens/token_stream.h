// A run of filtered tokens as a token stream of ANTLR.
#pragma once

#include <span>

#include "parser/alloy/tokens/token.h"

namespace aunit::parser::alloy {

/// Delivers the given tokens, then `end` forever. The span of `end` is the end of the input.
class TokenRun final : public antlr4::TokenStream {
 public:
  TokenRun(std::span<Token> tokens, Token& end) : tokens_(tokens), end_(end) {}

  antlr4::Token* LT(ssize_t k) override;
  std::size_t LA(ssize_t k) override { return LT(k)->getType(); }
  antlr4::Token* get(std::size_t index) const override { return index < tokens_.size() ? &tokens_[index] : &end_; }
  void consume() override;
  std::size_t index() override { return position_; }
  void seek(std::size_t index) override { position_ = std::min(index, tokens_.size()); }
  std::size_t size() override { return tokens_.size(); }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getSourceName() const override { return {}; }
  // aunit never calls these functions: its messages quote the source.
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

 private:
  std::span<Token> tokens_;
  Token& end_;
  std::size_t position_ = 0;
};

inline antlr4::Token* TokenRun::LT(ssize_t k) {
  const std::size_t index = k > 0 ? position_ + static_cast<std::size_t>(k) - 1 : position_ - static_cast<std::size_t>(-k);
  return get(index);
}

inline void TokenRun::consume() {
  if (position_ < tokens_.size()) ++position_;
}

}  // namespace aunit::parser::alloy
