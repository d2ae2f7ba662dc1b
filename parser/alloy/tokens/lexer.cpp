#include "parser/alloy/tokens/lexer.h"

#include <fmt/format.h>

#include "parser/alloy/tokens/scanner.h"
#include "support/utf8.h"

namespace aunit::parser::alloy {

namespace {

constexpr std::size_t mostTokens = 4'000'000;  // a parse takes up to 500 bytes for each

bool isAlloy6Word(std::uint32_t type) {
  switch (type) {
    case TokenType::AFTER:
    case TokenType::ALWAYS:
    case TokenType::BEFORE:
    case TokenType::EVENTUALLY:
    case TokenType::HISTORICALLY:
    case TokenType::ONCE:
    case TokenType::RELEASES:
    case TokenType::SINCE:
    case TokenType::STEPS:
    case TokenType::TRIGGERED:
    case TokenType::UNTIL:
    case TokenType::VAR: return true;
    default: return false;
  }
}

class Tokenizer {
 public:
  Tokenizer(const model::SourceMap& sources, model::FileId file, const ParseOptions& options, model::Diagnostics& diagnostics,
            std::vector<std::uint32_t>& errorOffsets)
      : text_(sources.file(file).text()),
        file_(file),
        options_(options),
        diagnostics_(diagnostics),
        errorOffsets_(errorOffsets) {}

  std::vector<RawToken> run() {
    Scanner scanner(text_);
    tokens_.reserve(text_.size() / 4);
    for (RawToken token = scanner.next(); token.type != Token::endOfInput; token = scanner.next()) {
      if (tokens_.size() == mostTokens) {
        error({0, token.begin, token.begin + 1}, fmt::format("the file is too large: more than {} words and signs", mostTokens));
        return {};
      }
      take(token);
    }
    return std::move(tokens_);
  }

 private:
  std::string_view text(const RawToken& token) const {
    return std::string_view(text_).substr(token.begin, token.end - token.begin);
  }

  model::Diagnostic& error(const RawToken& token, std::string message) {
    errorOffsets_.push_back(token.begin);
    return diagnostics_.error("syntax", {file_, token.begin, token.end}, std::move(message));
  }

  void take(RawToken token) {
    if (options_.alloy5 && isAlloy6Word(token.type)) token.type = TokenType::NAME;
    if (options_.alloy5 && continuesPrimedName(token)) {
      tokens_.back().end = token.end;
      primed_ = true;
      return;
    }
    primed_ = false;
    switch (token.type) {
      case TokenType::LINE_COMMENT: return;
      case TokenType::EMPTY_COMMENT: warnAboutEmptyComment(token); return;
      case TokenType::BLOCK_COMMENT:
        if (text(token).size() < 4 || !text(token).ends_with("*/"))
          error({token.type, token.begin, token.begin + 2}, "this comment is not closed: `*/` is missing");
        return;
      case TokenType::PRIME:
        if (!options_.alloy5) break;
        error(token, "a prime can only be part of a name in Alloy 5");
        return;
      case TokenType::SEMICOLON:
        if (!options_.alloy5) break;
        error(token, "`;` is an operator since Alloy 6 only");
        return;
      case TokenType::STRAY: reportStray(token); return;
      default: break;
    }
    tokens_.push_back(repaired(token));
  }

  // In Alloy 5, s' and s'' and s'a are names: a prime right behind a name, and what follows right behind that prime.
  bool continuesPrimedName(const RawToken& token) const {
    if (tokens_.empty() || tokens_.back().type != TokenType::NAME || tokens_.back().end != token.begin) return false;
    if (token.type == TokenType::PRIME) return token.end == token.begin + 1;
    return primed_ &&
           (token.type == TokenType::NAME || token.type == TokenType::NUMBER || token.type == TokenType::NAME_AFTER_NUMBER);
  }

  void warnAboutEmptyComment(const RawToken& token) {
    if (warnedAboutEmptyComment_) return;
    warnedAboutEmptyComment_ = true;
    diagnostics_.warning("comment", {file_, token.begin, token.end}, "`/**/` is read as an empty comment here")
        .hints.push_back("The Alloy Analyzer reads it as the beginning of a comment that ends at the next `*/` of the file.");
  }

  void reportStray(const RawToken& token) {
    const std::string_view found = text(token);
    const auto code = support::decode(found).value;
    model::Diagnostic& diagnostic = error(token, fmt::format("the character `{}` (U+{:04X}) has no meaning here", found, code));
    if (const char* operatorName = spelling(code)) diagnostic.hints.push_back(fmt::format("Write `{}`.", operatorName));
    if (found == "?") diagnostic.hints.push_back("Write `lone` for `?`.");
    if (found == "%") diagnostic.hints.push_back("Write `rem[a, b]` for `a % b`.");
  }

  // Symbols of mathematics and of typography, as Alloy spells them.
  static const char* spelling(std::uint32_t code) {
    switch (code) {
      case 0x2227: return "and";
      case 0x2228: return "or";
      case 0x00AC: return "not";
      case 0x2200: return "all";
      case 0x2203: return "some";
      case 0x2208: return "in";
      case 0x2192: return "->";
      case 0x21D2: return "=>";
      case 0x21D4: return "<=>";
      case 0x2264: return "=<";
      case 0x2265: return ">=";
      case 0x2260: return "!=";
      case 0x222A: return "+";
      case 0x2229: return "&";
      case 0x2013:
      case 0x2014:
      case 0x2212: return "-";
      case 0x201C:
      case 0x201D: return "\"";
      default: return nullptr;
    }
  }

  RawToken repaired(RawToken token) {
    switch (token.type) {
      case TokenType::NAME_AFTER_NUMBER:
        if (const std::string_view found = text(token); found.find_first_not_of("0123456789_") == std::string_view::npos)
          error(token, fmt::format("`{}` is not a number: decimal digits cannot be grouped with `_`", found));
        else if (found.starts_with("0x"))
          error(token, fmt::format("`{}` is not a number: hexadecimal digits come in pairs", found));
        else
          error(token, fmt::format("`{}` is neither a number nor a name: names do not begin with a digit", found));
        token.type = TokenType::NUMBER;
        break;
      case TokenType::NAME_AFTER_STRING:
        error(token, "a name follows the closing quote without a blank");
        token.type = TokenType::STRING;
        break;
      case TokenType::EMPTY_STRING:
        error(token, "the empty string is not allowed").hints.push_back("Where there may be no value, use an empty set.");
        token.type = TokenType::STRING;
        break;
      case TokenType::BAD_ESCAPE:
        error(token, "this string has an unknown escape: only \\n, \\\\ and \\\" exist");
        token.type = TokenType::STRING;
        break;
      case TokenType::OPEN_STRING:
        error(token, "this string is not closed on its line");
        token.type = TokenType::STRING;
        break;
      default: break;
    }
    return token;
  }

  const std::string& text_;
  model::FileId file_;
  const ParseOptions& options_;
  model::Diagnostics& diagnostics_;
  std::vector<std::uint32_t>& errorOffsets_;
  std::vector<RawToken> tokens_;
  bool primed_ = false;
  bool warnedAboutEmptyComment_ = false;
};

}  // namespace

std::vector<RawToken> tokenize(const model::SourceMap& sources, model::FileId file, const ParseOptions& options,
                               model::Diagnostics& diagnostics, std::vector<std::uint32_t>& errorOffsets) {
  return Tokenizer(sources, file, options, diagnostics, errorOffsets).run();
}

}  // namespace aunit::parser::alloy
