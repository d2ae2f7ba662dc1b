#include "parser/alloy/parse.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "parser/alloy/syntax/builder.h"
#include "parser/alloy/syntax/syntax_error.h"
#include "parser/alloy/tokens/lexer.h"
#include "parser/alloy/tokens/token_filter.h"
#include "parser/alloy/tokens/token_stream.h"

namespace aunit::parser::alloy {

namespace {

using grammar::AlloyParser;

/// Paragraphs are parsed one by one: a tree of ANTLR's lives only as long as its paragraph, and an error in one does not keep the
/// others from being read.
class FileParser {
 public:
  FileParser(const model::SourceMap& sources, model::FileId id, const ParseOptions& options, model::Diagnostics& diagnostics,
             syntax::File& file)
      : text_(sources.file(id).text()),
        id_(id),
        diagnostics_(diagnostics),
        tokens_(filterTokens(tokenize(sources, id, options, diagnostics, errorOffsets_), text_, id, diagnostics, errorOffsets_)),
        file_(file),
        builder_(file, id, text_, options.testLanguage, diagnostics),
        empty_({}, end_),
        parser_(&empty_) {
    std::sort(errorOffsets_.begin(), errorOffsets_.end());
    parser_.removeErrorListeners();
    parser_.setErrorHandler(errorStrategy_);
  }

  void paragraphs() {
    std::vector<std::size_t> starts = paragraphStarts();
    starts.push_back(tokens_.size());
    std::size_t begin = 0;
    for (const std::size_t end : starts) {
      if (end == begin) continue;
      std::optional<SyntaxError> error;
      if (auto* context = parse(run(begin, end), error, [&] { return parser_.paragraphs(); })) {
        build(begin, end, [&] { builder_.add(context); });
      } else {
        if (error) explain(*error, begin, end);
        keepHead(begin, end);
      }
      begin = end;
    }
  }

  syntax::ExprPtr formula() {
    std::optional<SyntaxError> error;
    auto* context = parse(run(0, tokens_.size()), error, [&] { return parser_.formula(); });
    if (!context && error) explain(*error, 0, tokens_.size());
    syntax::ExprPtr formula = nullptr;
    if (context) build(0, tokens_.size(), [&] { formula = builder_.formula(context); });
    return formula;
  }

 private:
  std::span<Token> run(std::size_t begin, std::size_t end) {
    const bool last = end == tokens_.size();
    const auto textEnd = static_cast<std::uint32_t>(text_.size());
    end_ = Token(Token::endOfInput, last ? textEnd : tokens_[end].begin, last ? textEnd : tokens_[end].end);
    return std::span(tokens_).subspan(begin, end - begin);
  }

  /// Runs a rule over these tokens. Null with the error, unless that has been reported.
  template <typename Rule>
  auto parse(std::span<Token> tokens, std::optional<SyntaxError>& error, Rule rule) -> decltype(rule()) {
    TokenRun run(tokens, end_);
    const auto rewind = [&](antlr4::atn::PredictionMode mode) {
      run.seek(0);
      parser_.setTokenStream(&run);
      errorStrategy_->setThorough(mode == antlr4::atn::PredictionMode::LL);
    };
    try {
      return parseInTwoModes(parser_, rewind, rule, error);
    } catch (const NestedTooDeeply& e) {
      reportNesting(e, tokens);
      error.reset();
      return nullptr;
    }
  }

  void explain(const SyntaxError& error, std::size_t begin, std::size_t end) {
    const std::span<const Token> tokens = std::span(tokens_).subspan(begin, end - begin);
    if (!hasLexicalError(tokens)) report(error, tokens, text_, id_, diagnostics_);
  }

  /// Of a paragraph that could not be read: what it may declare; a signature, predicate or function is there all the same, with
  /// what stands in front of its braces.
  void keepHead(std::size_t begin, std::size_t end) {
    const std::span<const Token> paragraph = std::span(tokens_).subspan(begin, end - begin);
    for (const Token& token : paragraph) {
      file_.unreadOpen |= token.type == TokenType::OPEN;
      if (token.type == TokenType::NAME) file_.unread.emplace(text_.substr(token.begin, token.end - token.begin));
    }
    const auto isOf = [](std::initializer_list<std::uint32_t> types) {
      return [types](const Token& token) { return std::ranges::find(types, token.type) != types.end(); };
    };
    const auto brace = std::ranges::find_if(paragraph, isOf({TokenType::LBRACE, TokenType::SET_BRACE}));
    if (std::find_if(paragraph.begin(), brace, isOf({TokenType::SIG, TokenType::PRED, TokenType::FUN})) == brace) return;
    std::vector<Token> head(paragraph.begin(), brace);
    const std::uint32_t at = head.back().end;
    head.emplace_back(TokenType::LBRACE, at, at);
    head.emplace_back(TokenType::RBRACE, at, at);
    const std::size_t functions = file_.funcs.size();
    std::optional<SyntaxError> unheard;
    if (auto* context = parse(head, unheard, [&] { return parser_.paragraphs(); }))
      build(begin, end, [&] { builder_.add(context); });
    for (std::size_t i = functions; i < file_.funcs.size(); ++i) file_.funcs[i].body = nullptr;
  }

  template <typename Step>
  void build(std::size_t begin, std::size_t end, Step step) {
    try {
      step();
    } catch (const NestedTooDeeply& e) {
      reportNesting(e, std::span(tokens_).subspan(begin, end - begin));
    }
  }

  void reportNesting(const NestedTooDeeply& e, std::span<const Token> tokens) {
    const auto& at = static_cast<const Token&>(*e.at);
    file_.tooDeep = true;
    if (hasLexicalError(tokens)) return;
    diagnostics_.error("syntax", {id_, at.begin, at.end}, "this expression is nested too deeply");
  }

  /// Where a lexical error was reported, a syntax error is most likely its consequence.
  bool hasLexicalError(std::span<const Token> tokens) const {
    const auto first = std::lower_bound(errorOffsets_.begin(), errorOffsets_.end(), tokens.empty() ? 0 : tokens.front().begin);
    return first != errorOffsets_.end() && *first <= end_.begin;
  }

  /// Indices of the tokens with which paragraphs begin, qualifiers included. Macros (`let`) are not among them: they cannot be
  /// told from an expression's `let`, and are parsed with the paragraph before them.
  std::vector<std::size_t> paragraphStarts() const {
    std::vector<std::size_t> starts;
    int testDepth = 0;  // open braces of a `test`: commands inside are its own
    bool inTest = false, tableAhead = false;
    bool seenTests = false;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::uint32_t before = i > 0 ? tokens_[i - 1].type : Token::endOfInput;
      bool starting = false;
      switch (tokens_[i].type) {
        case TokenType::RUN:
        case TokenType::CHECK:
          starting = before != TokenType::IMPLIES && before != TokenType::TEST_MARK && !(inTest && testDepth > 0);
          break;
        case TokenType::MODULE:
        case TokenType::OPEN:
        case TokenType::ENUM:
        case TokenType::SIG:
        case TokenType::FACT:
        case TokenType::ASSERT:
        case TokenType::PRED:
        case TokenType::FUN:
        case TokenType::TEST_MARK:
          starting = true;
          inTest = false;
          break;
        case TokenType::LOG:
        case TokenType::VAL:
          starting = seenTests = true;
          inTest = false;
          break;
        case TokenType::SKIP_MARK:
        case TokenType::XFAIL_MARK: starting = !seenTests; break;  // else of what it stands behind
        case TokenType::TEST:
          starting = seenTests = true;
          inTest = true;
          tableAhead = false;
          testDepth = 0;
          break;
        case TokenType::FOR: tableAhead |= inTest && testDepth == 0; break;
        case TokenType::LBRACE:
        case TokenType::SET_BRACE:
        case TokenType::VALUATION_BRACE: ++testDepth; break;
        case TokenType::RBRACE:
          if (--testDepth == 0) inTest = std::exchange(tableAhead, false);
          break;
        default: break;
      }
      if (starting) starts.push_back(firstQualifier(i));
    }
    return starts;
  }

  std::size_t firstQualifier(std::size_t keyword) const {
    std::size_t first = keyword;
    while (first > 0 && isQualifier(tokens_[first - 1].type, tokens_[keyword].type)) --first;
    return first;
  }

  static bool isQualifier(std::uint32_t type, std::uint32_t keyword) {
    switch (keyword) {
      case TokenType::SIG:
        return type == TokenType::ABSTRACT || type == TokenType::LONE || type == TokenType::ONE || type == TokenType::SOME ||
               type == TokenType::PRIVATE || type == TokenType::VAR;
      case TokenType::OPEN:
      case TokenType::ENUM:
      case TokenType::PRED:
      case TokenType::FUN: return type == TokenType::PRIVATE;
      default: return false;
    }
  }

  std::string_view text_;
  model::FileId id_;
  model::Diagnostics& diagnostics_;
  std::vector<std::uint32_t> errorOffsets_;  // of lexical errors, ascending
  std::vector<Token> tokens_;
  syntax::File& file_;
  Builder builder_;
  Token end_;
  TokenRun empty_;
  AlloyParser parser_;
  std::shared_ptr<FirstErrorOnly> errorStrategy_ = std::make_shared<FirstErrorOnly>();
};

constexpr std::size_t mostErrors = 100;  // of one file: more would help nobody

/// Moves what was found in one file to where the caller collects it.
void hand(const model::Diagnostics& from, model::Diagnostics& to, std::string_view hintForFirstError) {
  std::size_t errors = 0;
  for (const model::Diagnostic& d : from.all()) {
    if (d.severity == model::Severity::error && ++errors > mostErrors) {
      to.error("syntax", d.span, "too many errors in this file: the others are not shown");
      return;
    }
    model::Diagnostic& copy =
        d.severity == model::Severity::error ? to.error(d.code, d.span, d.message) : to.warning(d.code, d.span, d.message);
    copy.hints = d.hints;
    copy.related = d.related;
    if (errors == 1 && d.severity == model::Severity::error && !hintForFirstError.empty())
      copy.hints.emplace_back(hintForFirstError);
  }
}

bool parsesInTheOtherVersion(const model::SourceMap& sources, model::FileId id, const ParseOptions& options) {
  ParseOptions other = options;
  other.alloy5 = !options.alloy5;
  model::Diagnostics unheard;
  syntax::File file;
  FileParser(sources, id, other, unheard, file).paragraphs();
  return !unheard.hasErrors();
}

}  // namespace

std::unique_ptr<syntax::File> parse(const model::SourceMap& sources, model::FileId id, const ParseOptions& options,
                                    model::Diagnostics& diagnostics) {
  auto file = std::make_unique<syntax::File>();
  model::Diagnostics found;
  FileParser(sources, id, options, found, *file).paragraphs();
  std::string_view hint;
  constexpr std::size_t longText = 1 << 20;  // whoever waits for this should not wait twice
  if (found.hasErrors() && sources.file(id).text().size() < longText && parsesInTheOtherVersion(sources, id, options))
    hint = options.alloy5 ? "The file reads as Alloy 6: try without --alloy5."
                          : "The file reads as Alloy 4 or 5 (primes in names, Alloy 6's keywords as names): try --alloy5.";
  hand(found, diagnostics, hint);
  return file;
}

syntax::ExprPtr parseExpression(const model::SourceMap& sources, model::FileId id, const ParseOptions& options,
                                model::Diagnostics& diagnostics, syntax::File& holder) {
  model::Diagnostics found;
  const syntax::ExprPtr result = FileParser(sources, id, options, found, holder).formula();
  hand(found, diagnostics, {});
  return found.hasErrors() ? nullptr : result;
}

}  // namespace aunit::parser::alloy
