#include "parser/alloy/tokens/lexer.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "parser/alloy/tokens/scanner.h"
#include "parser/alloy/tokens/tokens.h"
#include "support/utf8.h"

namespace aunit::parser::alloy {

namespace {

constexpr std::size_t mostTokens = 4'000'000;  // limit, because a parse needs up to 500 bytes per token

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

bool isAlloy41Word(std::uint32_t type) {
  return type == TokenType::SEQ || type == TokenType::ENUM || type == TokenType::PRIVATE;
}

class Tokenizer {
 public:
  Tokenizer(const model::SourceMap& sources, model::FileId file, Dialect dialect, model::Diagnostics& diagnostics,
            std::vector<std::uint32_t>& errorOffsets)
      : text_(sources.file(file).text()),
        file_(file),
        dialect_(dialect),
        primesAreNames_(dialect >= Dialect::alloy5),
        diagnostics_(diagnostics),
        errorOffsets_(errorOffsets) {}

  RawTokens run() {
    Scanner scanner(text_);
    tokens_.reserve(text_.size() / 4);
    for (RawToken token = scanner.next(); token.type != Token::endOfInput; token = scanner.next()) {
      if (tokens_.size() == mostTokens) {
        error({0, token.begin, token.begin + 1}, fmt::format("the file is too large: more than {} words and signs", mostTokens));
        return {};
      }
      take(token);
    }
    return {std::move(tokens_), std::move(otherwise_)};
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
    if (dialect_ != Dialect::alloy6) {
      if (continuesPrimedName(token)) {
        if (!otherwise_.empty() && otherwise_.back().begin == tokens_.back().begin) otherwise_.pop_back();
        tokens_.back().end = token.end;
        otherwise_.push_back(tokens_.back());
        primed_ = true;
        return;
      }
      if (const std::uint32_t type = typeInDialect(token); type != token.type) {
        if (type == TokenType::NAME) words_.insert(token.type);
        token.type = type;
        otherwise_.push_back(token);
      }
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
        if (!primesAreNames_) break;
        error(token, "in Alloy 5 a prime can only be part of a name");
        return;
      case TokenType::SEMICOLON:
        if (!primesAreNames_) break;
        error(token, "`;` is an operator only since Alloy 6");
        return;
      case TokenType::STRAY: reportStray(token); return;
      default: break;
    }
    tokens_.push_back(repaired(token));
  }

  // In Alloy 5, s' and s'' and s'a and s'in are names: a prime directly after a name belongs to it, and so do letters after such
  // a prime.
  bool continuesPrimedName(const RawToken& token) const {
    if (!primesAreNames_ || tokens_.empty() || tokens_.back().type != TokenType::NAME || tokens_.back().end != token.begin)
      return false;
    if (token.type == TokenType::PRIME) return token.end == token.begin + 1;
    return primed_ && isNamePart(text_[token.begin]) && text_[token.begin] != '"';
  }

  /// Returns the type that a token of Alloy 6 has in this version.
  std::uint32_t typeInDialect(const RawToken& token) const {
    const bool counted = !tokens_.empty() && tokens_.back().type == TokenType::NUMBER;
    if (token.type == TokenType::NAME) {
      const std::string_view word = text(token);
      if (word == "disjoint") return TokenType::DISJ;
      if (dialect_ != Dialect::electrum) return token.type;
      if (word == "previous") return TokenType::BEFORE;
      return counted && word == "Time" ? static_cast<std::uint32_t>(TokenType::STEPS) : token.type;
    }
    // After a number, as in `for 3 seq`, `seq` and `steps` are keywords unless the text uses them as names.
    if (counted && (token.type == TokenType::SEQ || token.type == TokenType::STEPS) && !words_.contains(token.type))
      return token.type;
    const bool isName = (primesAreNames_ && isAlloy6Word(token.type)) ||
                        (dialect_ >= Dialect::alloy41 && token.type == TokenType::STRING_SIG) ||
                        (dialect_ >= Dialect::alloy40 && isAlloy41Word(token.type));
    return isName ? static_cast<std::uint32_t>(TokenType::NAME) : token.type;
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
    const bool isChoice = found == "?" && token.begin > 0 && text({token.type, token.begin - 1, token.begin})[0] == ' ';
    if (isChoice) diagnostic.hints.push_back("A choice is written `a => b else c`.");
    if (found == "?" && !isChoice) diagnostic.hints.push_back("The multiplicity `?` is Alloy 2: write `lone`.");
    if (found == "%") diagnostic.hints.push_back("Write `rem[a, b]` for `a % b`.");
  }

  // Returns Alloy's spelling of a mathematical or typographic symbol.
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
        error(token, "a blank is missing between the closing quote and the name");
        token.type = TokenType::STRING;
        break;
      case TokenType::EMPTY_STRING:
        error(token, "the empty string is not allowed").hints.push_back("If there may be no value, use an empty set.");
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
  Dialect dialect_;
  bool primesAreNames_;
  model::Diagnostics& diagnostics_;
  std::vector<std::uint32_t>& errorOffsets_;
  std::vector<RawToken> tokens_, otherwise_;
  std::set<std::uint32_t> words_;  // keywords of Alloy 6 that have been names in this text
  bool primed_ = false;
  bool warnedAboutEmptyComment_ = false;
};

}  // namespace

const char* nameOf(Dialect dialect) {
  switch (dialect) {
    case Dialect::alloy6: return "Alloy 6";
    case Dialect::alloy61: return "Alloy 6.1";
    case Dialect::electrum: return "Electrum";
    case Dialect::alloy5: return "Alloy 5";
    case Dialect::alloy41: return "Alloy 4.1";
    case Dialect::alloy40: return "Alloy 4.0";
  }
  return "";
}

bool mayHaveWordsOf(Dialect dialect, std::string_view text) {
  const auto any = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
  };
  switch (dialect) {
    case Dialect::alloy6: return true;
    case Dialect::alloy61: return any({"disjoint"});
    case Dialect::electrum: return any({"previous", "Time"});
    case Dialect::alloy5:
      return any({"'", "after", "always", "before", "eventually", "historically", "once", "releases", "since", "steps",
                  "triggered", "until", "var"});
    case Dialect::alloy41: return any({"String"});
    case Dialect::alloy40: return any({"seq", "enum", "private"});
  }
  return false;
}

RawTokens tokenize(const model::SourceMap& sources, model::FileId file, Dialect dialect, model::Diagnostics& diagnostics,
                   std::vector<std::uint32_t>& errorOffsets) {
  return Tokenizer(sources, file, dialect, diagnostics, errorOffsets).run();
}

}  // namespace aunit::parser::alloy
