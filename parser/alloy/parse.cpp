#include "parser/alloy/parse.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "parser/alloy/syntax/builder.h"
#include "parser/alloy/syntax/syntax_error.h"
#include "parser/alloy/tokens/lexer.h"
#include "parser/alloy/tokens/token_filter.h"
#include "parser/alloy/tokens/token_stream.h"
#include "support/utf8.h"

namespace aunit::parser::alloy {

namespace {

using grammar::AlloyParser;

/// Parses one paragraph at a time, so that only one paragraph's ANTLR tree is in memory and an error does not affect the next
/// paragraph.
class FileParser {
 public:
  FileParser(const model::SourceMap& sources, model::FileId id, const ParseOptions& options, model::Diagnostics& diagnostics,
             syntax::File& file)
      : text_(sources.file(id).text()),
        id_(id),
        diagnostics_(diagnostics),
        raw_(tokenize(sources, id, options.dialect, diagnostics, errorOffsets_)),
        tokens_(filterTokens(raw_.all, text_, id, diagnostics, errorOffsets_)),
        file_(file),
        builder_(file, id, text_, options.testLanguage, diagnostics),
        empty_({}, end_),
        parser_(&empty_) {
    raw_.all = std::vector<RawToken>();  // `= {}` would keep the memory
    std::sort(errorOffsets_.begin(), errorOffsets_.end());
    parser_.removeErrorListeners();
    parser_.setErrorHandler(errorStrategy_);
  }

  /// Returns the tokens that Alloy 6 reads differently from the version `options.dialect`.
  const std::vector<RawToken>& otherwise() const { return raw_.otherwise; }

  /// Whether the last name of some declaration ends in a prime, as in `s, s': State`.
  bool declaresPrimedName() const {
    for (std::size_t i = 1; i < tokens_.size(); ++i)
      if (tokens_[i].type == TokenType::COLON && tokens_[i - 1].type == TokenType::NAME && text_[tokens_[i - 1].end - 1] == '\'')
        return true;
    return false;
  }

  /// Parses all paragraphs. After the first paragraph with an error, calls `endsAtError`, and stops if it returns true.
  template <typename EndsAtError>
  void paragraphs(EndsAtError endsAtError) {
    bool asked = false;
    std::vector<std::size_t> starts = paragraphStarts();
    starts.push_back(tokens_.size());
    std::size_t begin = 0;
    for (const std::size_t end : starts) {
      if (end == begin) continue;
      std::optional<SyntaxError> error;
      if (parseByFormula(begin, end)) {
        // nothing remains
      } else if (auto* context = parse(run(begin, end), error, [&] { return parser_.paragraphs(); })) {
        build(begin, end, [&] { builder_.add(context); });
      } else {
        if (error) explain(*error, begin, end);
        keepHead(begin, end);
      }
      if (!asked && diagnostics_.hasErrors()) {
        asked = true;
        if (endsAtError()) return;
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

  /// Runs a grammar rule on these tokens. If the rule fails, returns null and sets `error`. If the tokens are nested too deeply,
  /// reports this instead, and `error` stays empty.
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

  /// Parses a large fact, assertion or predicate one formula at a time, so that ANTLR's tree of only one formula is in memory.
  /// Returns false if the paragraph is small, is of another kind, or has an error. The caller must then parse it as a whole.
  bool parseByFormula(std::size_t begin, std::size_t end) {
    constexpr std::size_t large = 20'000;  // number of tokens
    if (end - begin < large || tokens_[end - 1].type != TokenType::RBRACE) return false;
    std::size_t at = begin;
    bool hasBody = false;
    for (; at < end && tokens_[at].type != TokenType::LBRACE; ++at)
      hasBody |=
          tokens_[at].type == TokenType::FACT || tokens_[at].type == TokenType::ASSERT || tokens_[at].type == TokenType::PRED;
    if (!hasBody || at == end) return false;
    std::vector<Token> withoutBody(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                                   tokens_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
    withoutBody.push_back(tokens_[end - 1]);
    const model::Diagnostics before = diagnostics_;
    const std::size_t first = file_.arena.size();
    std::vector<syntax::ExprPtr> formulas;
    std::optional<SyntaxError> error;
    try {
      for (++at; at < end - 1;) {
        auto* context = parse(run(at, end - 1), error, [&] { return parser_.expr(); });
        if (!context) break;
        formulas.push_back(builder_.formula(context));
        at = static_cast<std::size_t>(static_cast<const Token*>(context->stop) - tokens_.data()) + 1;
      }
      if (at == end - 1)
        if (auto* context = parse(withoutBody, error, [&] { return parser_.paragraphs(); })) {
          builder_.add(context, std::move(formulas), first);
          return true;
        }
    } catch (const NestedTooDeeply&) {
    }
    diagnostics_ = before;
    file_.arena.shrink(first);
    return false;
  }

  void explain(const SyntaxError& error, std::size_t begin, std::size_t end) {
    const std::span<const Token> tokens = std::span(tokens_).subspan(begin, end - begin);
    if (!hasLexicalError(tokens)) report(error, tokens, text_, id_, diagnostics_);
  }

  /// Handles a paragraph that could not be parsed: records the names that it may declare, and parses the part before the brace of
  /// a signature, predicate or function.
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

  /// Whether a lexical error was reported for these tokens. A syntax error is then most likely its consequence.
  bool hasLexicalError(std::span<const Token> tokens) const {
    const auto first = std::lower_bound(errorOffsets_.begin(), errorOffsets_.end(), tokens.empty() ? 0 : tokens.front().begin);
    return first != errorOffsets_.end() && *first <= end_.begin;
  }

  /// Returns the indices of the tokens that begin paragraphs; a qualifier belongs to its paragraph. A macro does not count as a
  /// paragraph: its `let` looks like an expression, so it is parsed together with the paragraph before it.
  std::vector<std::size_t> paragraphStarts() const {
    std::vector<std::size_t> starts;
    int testDepth = 0;  // number of open braces in a `test`, whose commands begin no paragraphs
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
        // `skip` and `xfail` begin a paragraph only before the first valuation, log or test.
        case TokenType::SKIP_MARK:
        case TokenType::XFAIL_MARK: starting = !seenTests; break;
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
  std::vector<std::uint32_t> errorOffsets_;  // offsets of lexical errors, ascending
  RawTokens raw_;
  std::vector<Token> tokens_;
  syntax::File& file_;
  Builder builder_;
  Token end_;
  TokenRun empty_;
  AlloyParser parser_;
  std::shared_ptr<FirstErrorOnly> errorStrategy_ = std::make_shared<FirstErrorOnly>();
};

constexpr std::size_t mostErrors = 100;  // at most this many errors are reported per file

/// Adds the diagnostics of one file, `from`, to `to`. Stops after `mostErrors` errors.
void hand(const model::Diagnostics& from, model::Diagnostics& to, std::string_view hintForFirstError) {
  std::size_t errors = 0;
  for (const model::Diagnostic& d : from.all()) {
    if (d.severity == model::Severity::error && ++errors > mostErrors) {
      to.error("syntax", d.span, "this file has too many errors: the others are not shown");
      return;
    }
    model::Diagnostic& copy = to.add(d);
    if (errors == 1 && d.severity == model::Severity::error && !hintForFirstError.empty())
      copy.hints.emplace_back(hintForFirstError);
  }
}

/// One file, read in one version of the language.
struct Reading {
  std::unique_ptr<syntax::File> file = std::make_unique<syntax::File>();
  model::Diagnostics found;
};

/// Says how a token is read: "`s'` is a name".
std::string inWords(const RawToken& token, std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string word(text.substr(token.begin, token.end - token.begin));
  if (word.size() > longest) {
    std::size_t end = longest;
    while (end > 0 && support::continuesCodePoint(word[end])) --end;
    word.replace(end, std::string::npos, "...");
  }
  switch (token.type) {
    case TokenType::DISJ: return fmt::format("`{}` means `disj`", word);
    case TokenType::BEFORE: return fmt::format("`{}` means `before`", word);
    case TokenType::STEPS: return fmt::format("`{}` means `steps`", word);
    default: return fmt::format("`{}` is a name", word);
  }
}

void noteDialect(Reading& reading, const RawToken& token, std::string_view text, model::FileId id) {
  reading.found.note("dialect", {id, token.begin, token.end},
                     fmt::format("read as {}: {}", nameOf(reading.file->dialect), inWords(token, text)));
}

/// Whether a text uses words that Alloy 6 reads differently. A name that occurs only once (`pred after {}`) does
/// not count, because it is more likely a mistake.
bool isUsed(std::span<const RawToken> otherwise, std::string_view text) {
  std::set<std::string_view> names;
  return std::ranges::any_of(otherwise, [&](const RawToken& token) {
    return token.type != TokenType::NAME || !names.insert(text.substr(token.begin, token.end - token.begin)).second;
  });
}

/// Whether a prime precedes a colon. Also true if both are in a comment.
bool mayDeclarePrimedName(std::string_view text) {
  for (std::size_t prime = text.find('\''); prime != std::string_view::npos; prime = text.find('\'', prime + 1))
    if (const std::size_t next = text.find_first_not_of(" \t\r\n", prime + 1);
        next != std::string_view::npos && text[next] == ':')
      return true;
  return false;
}

/// Reads a text as Alloy 5 if it declares names with primes. This saves attempts with newer versions, which reject such names.
/// Returns nothing if no name with a prime is declared, or if there is an error.
std::optional<Reading> readByDeclaredNames(const model::SourceMap& sources, model::FileId id, const ParseOptions& options) {
  const std::string_view text = sources.file(id).text();
  if (options.insist || options.testLanguage || options.dialect >= Dialect::alloy5 || !mayDeclarePrimedName(text))
    return std::nullopt;
  Reading reading;
  FileParser parser(sources, id, {.dialect = Dialect::alloy5}, reading.found, *reading.file);
  if (!parser.declaresPrimedName() || !(options.opened || isUsed(parser.otherwise(), text))) return std::nullopt;
  parser.paragraphs([] { return true; });
  if (reading.found.hasErrors()) return std::nullopt;
  reading.file->dialect = Dialect::alloy5;
  noteDialect(reading, parser.otherwise().front(), text, id);
  return reading;
}

/// Tries the other versions, newest first. Returns the reading in the first version that reads the text differently and without
/// an error; nothing if there is none. Tries an older version only if the text, or a file that opens it, may use the features of
/// that version.
std::optional<Reading> readAsAnother(const model::SourceMap& sources, model::FileId id, const ParseOptions& options) {
  const std::string_view text = sources.file(id).text();
  for (const Dialect dialect : dialects) {
    if (dialect == options.dialect || !mayHaveWordsOf(dialect, text)) continue;
    Reading reading;
    FileParser parser(sources, id, {.dialect = dialect, .testLanguage = options.testLanguage}, reading.found, *reading.file);
    const std::vector<RawToken>& otherwise = parser.otherwise();
    if (dialect != Dialect::alloy6 && (otherwise.empty() || !(options.opened || isUsed(otherwise, text)))) continue;
    parser.paragraphs([] { return true; });
    if (reading.found.hasErrors()) continue;
    reading.file->dialect = dialect;
    if (!otherwise.empty()) noteDialect(reading, otherwise.front(), text, id);
    return reading;
  }
  return std::nullopt;
}

}  // namespace

std::unique_ptr<syntax::File> parse(const model::SourceMap& sources, model::FileId id, const ParseOptions& options,
                                    model::Diagnostics& diagnostics) {
  if (auto older = readByDeclaredNames(sources, id, options)) {
    hand(older->found, diagnostics, {});
    return std::move(older->file);
  }
  Reading reading;
  std::optional<Reading> another;
  FileParser parser(sources, id, options, reading.found, *reading.file);
  parser.paragraphs([&] {
    if (!options.insist && !reading.file->tooDeep) another = readAsAnother(sources, id, options);
    return another.has_value();
  });
  std::string_view hint;
  if (another) {
    reading = std::move(*another);
  } else if (!parser.otherwise().empty()) {
    reading.file->dialect = options.dialect;
    if (!options.insist) noteDialect(reading, parser.otherwise().front(), sources.file(id).text(), id);
  }
  if (options.insist && reading.found.hasErrors()) {
    const auto other = readAsAnother(sources, id, options);
    if (other && other->file->dialect == Dialect::alloy6) hint = "The file is valid Alloy 6: try without --alloy5.";
  }
  hand(reading.found, diagnostics, hint);
  return std::move(reading.file);
}

syntax::ExprPtr parseExpression(const model::SourceMap& sources, model::FileId id, const ParseOptions& options,
                                model::Diagnostics& diagnostics, syntax::File& holder) {
  model::Diagnostics found;
  const syntax::ExprPtr result = FileParser(sources, id, options, found, holder).formula();
  hand(found, diagnostics, {});
  return found.hasErrors() ? nullptr : result;
}

}  // namespace aunit::parser::alloy
