#include "parser/nitpick/tokens.h"

#include <fmt/format.h>

#include <unordered_map>

namespace aunit::parser::nitpick {

namespace {

const std::unordered_map<std::string, std::size_t>& testWords() {
  static const std::unordered_map<std::string, std::size_t> words = {
      {"extends", TokenType::EXTENDS}, {"state", TokenType::STATE},         {"loop", TokenType::LOOP},
      {"from", TokenType::FROM},       {"satisfies", TokenType::SATISFIES}, {"violates", TokenType::VIOLATES},
      {"valid", TokenType::VALID},     {"invalid", TokenType::INVALID},     {"gives", TokenType::GIVES},
      {"run", TokenType::RUN},         {"check", TokenType::CHECK},         {"for", TokenType::FOR},
      {"but", TokenType::BUT},         {"exactly", TokenType::EXACTLY},     {"expect", TokenType::EXPECT}};
  return words;
}

// Returns a hint about a sign that Nitpick lacks, or null.
const char* advice(const std::string& found) {
  static const std::unordered_map<std::string, const char*> advices = {
      {"-", "The difference of two sets is written `\\`."},
      {"^", "The transitive closure is written `R+`."},
      {"#", "Nitpick has no sizes of sets; `one s` means that s has at most one element."},
      {"%", "There are no integers in Nitpick."},
      {"/", "The difference of two sets is written `\\`."},
      {"!", "Negation is written `not`. `x !: s` means that x is not in s, and `a != b` that a and b differ."},
      {">", "Subsets are written `s <= t` and `s < t`, with the smaller set on the left."},
      {"∀",
       "Nitpick has no quantifiers. Write a claim with parameters: its formulas must hold for all values of the parameters."},
      {"∃", "Nitpick has no quantifiers. Run a schema with parameters: the search finds values for the parameters."}};
  const auto it = advices.find(found);
  return it == advices.end() ? nullptr : it->second;
}

}  // namespace

Tokens::Tokens(const model::SourceMap& sources, model::FileId file, model::Diagnostics& diagnostics)
    : text_(sources.file(file).text()), places_(text_, file), input_(text_), lexer_(&input_), stream_(&lexer_) {
  lexer_.removeErrorListeners();
  stream_.fill();
  for (std::size_t i = 0; i < size(); ++i) report(stream_.get(i), diagnostics);
  classify();
}

model::Span Tokens::span(const antlr4::Token* token) const {
  return places_.of(*token);
}

model::Span Tokens::span(const antlr4::ParserRuleContext* context) const {
  return places_.of(*context->start, context->stop ? *context->stop : *context->start);
}

std::string Tokens::text(const antlr4::Token* token) const {
  const model::Span s = span(token);
  return text_.substr(s.begin, s.end - s.begin);
}

void Tokens::report(antlr4::Token* token, model::Diagnostics& diagnostics) {
  model::Span where = span(token);
  const auto complain = [&](std::string message) -> model::Diagnostic& {
    hasErrors_ = true;
    return diagnostics.error("syntax", where, std::move(message));
  };
  switch (token->getType()) {
    case TokenType::OPEN_COMMENT:
      where.end = where.begin + 2;
      complain("this comment is not closed: `*/` is missing");
      break;
    case TokenType::OPEN_STRING: complain("this string is not closed on its line"); break;
    case TokenType::STRAY: {
      const std::string found = text(token);
      model::Diagnostic& diagnostic = complain(fmt::format("the character `{}` has no meaning here", found));
      if (const char* hint = advice(found)) diagnostic.hints.emplace_back(hint);
      break;
    }
    default: break;
  }
}

void Tokens::classify() {
  const auto retype = [&](std::size_t i, std::size_t type) { static_cast<antlr4::CommonToken*>(stream_.get(i))->setType(type); };
  std::size_t depth = 0;  // number of open brackets of any kind
  bool inTests = false;   // the position is inside a `val` or `test` paragraph
  for (std::size_t i = 0; i < size(); ++i) {
    switch (type(i)) {
      case TokenType::LPAREN:
        if (i > 0 && type(i - 1) == TokenType::NAME && stream_.get(i - 1)->getLine() == stream_.get(i)->getLine())
          retype(i, TokenType::CALL);
        ++depth;
        break;
      case TokenType::LBRACKET:
      case TokenType::LBRACE: ++depth; break;
      case TokenType::RPAREN:
      case TokenType::RBRACKET:
      case TokenType::RBRACE:
        if (depth > 0) --depth;
        if (depth == 0) inTests = false;
        break;
      case TokenType::NAME: {
        const std::string word = text(stream_.get(i));
        const std::size_t next = type(i + 1);
        if (inTests) {
          if (const auto found = testWords().find(word); found != testWords().end()) retype(i, found->second);
        } else if (beginsLine(i) &&
                   ((word == "val" && next == TokenType::NAME) || (word == "test" && next == TokenType::STRING))) {
          retype(i, word == "val" ? TokenType::VAL : TokenType::TEST);
          inTests = true;
          depth = 0;
        } else if (beginsLine(i) && word == "open" && (next == TokenType::NAME || next == TokenType::STRING)) {
          retype(i, TokenType::OPEN);
        }
        break;
      }
      case TokenType::STRING:
        // `val v from "file"` has no braces, and ends at this token.
        if (i > 0 && type(i - 1) == TokenType::FROM) inTests = false;
        break;
      default: break;
    }
  }
}

bool Tokens::beginsLine(std::size_t index) {
  return index == 0 || stream_.get(index - 1)->getLine() < stream_.get(index)->getLine();
}

std::size_t Tokens::paragraphStart(std::size_t index) {
  for (; index < size(); ++index) {
    const std::size_t first = type(index);
    if (first == TokenType::VAL || first == TokenType::TEST || first == TokenType::OPEN) return index;
    if (!beginsLine(index)) continue;
    std::size_t i = index + 1;
    if (first == TokenType::LBRACKET) {
      while (type(i) == TokenType::NAME && type(i + 1) == TokenType::COMMA) i += 2;
      if (type(i) == TokenType::NAME && type(i + 1) == TokenType::RBRACKET) return index;
    } else if (first == TokenType::NAME) {
      if (type(i) == TokenType::CALL) {
        // Skips the parameters, which contain no parentheses.
        do ++i;
        while (i < size() && type(i) != TokenType::RPAREN && type(i) != TokenType::CALL);
        if (i < size() && type(i) == TokenType::RPAREN) ++i;
      }
      if (type(i) == TokenType::CLAIM || (type(i) == TokenType::EQUAL && type(i + 1) == TokenType::LBRACKET)) return index;
    }
  }
  return index;
}

}  // namespace aunit::parser::nitpick
