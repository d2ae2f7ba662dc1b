#include "parser/alloy/token_filter.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "model/expr.h"
#include "model/test.h"

namespace aunit::parser::alloy {

namespace {

using model::Multiplicity;

std::optional<Multiplicity> arrowMultiplicity(std::uint32_t type) {
  switch (type) {
    case TokenType::ONE: return Multiplicity::one;
    case TokenType::LONE: return Multiplicity::lone;
    case TokenType::SOME: return Multiplicity::some;
    case TokenType::SET: return Multiplicity::set;
    default: return std::nullopt;
  }
}

bool isComparison(std::uint32_t type) {
  switch (type) {
    case TokenType::IN:
    case TokenType::EQUALS:
    case TokenType::LESS:
    case TokenType::LESS_EQUAL:
    case TokenType::GREATER:
    case TokenType::GREATER_EQUAL: return true;
    default: return false;
  }
}

/// Whether a `-` behind such a token is the operator, not the sign of a literal.
bool makesMinusAnOperator(const Token& token) {
  switch (token.type) {
    case TokenType::RPAREN:
    case TokenType::RBRACKET:
    case TokenType::RBRACE:
    case TokenType::DISJ:
    case TokenType::BUILTIN:
    case TokenType::INT:
    case TokenType::SUM:
    case TokenType::NAME:
    case TokenType::QUALIFIED_NAME:
    case TokenType::NUMBER:
    case TokenType::STRING:
    case TokenType::IDEN:
    case TokenType::THIS:
    case TokenType::INT_CONSTANT:
    case TokenType::UNIV:
    case TokenType::INT_SIG:
    case TokenType::NONE: return true;
    default: return false;
  }
}

/// Whether an expression can end with such a token.
bool endsExpression(const Token& token) {
  return makesMinusAnOperator(token) || token.type == TokenType::PRIME || token.type == TokenType::STRING_SIG ||
         token.type == TokenType::STEPS;
}

/// Whether a statement of a test can end with such a token.
bool endsStatement(const Token& token) {
  switch (token.type) {
    case TokenType::VALID:
    case TokenType::INVALID:
    case TokenType::INSTANCES:
    case TokenType::UP_TO_SYMMETRY: return true;
    default: return endsExpression(token);
  }
}

constexpr int deepest = 10'000;  // open brackets, on threads whose stack is large enough

class Filter {
 public:
  Filter(const std::vector<RawToken>& raw, std::string_view text, model::FileId file, model::Diagnostics& diagnostics,
         std::vector<std::uint32_t>& errorOffsets)
      : raw_(raw), text_(text), file_(file), diagnostics_(diagnostics), errorOffsets_(errorOffsets) {}

  std::vector<Token> run() {
    out_.reserve(raw_.size());
    while (at_ < raw_.size()) step();
    return std::move(out_);
  }

 private:
  std::uint32_t type(std::size_t index) const { return index < raw_.size() ? raw_[index].type : Token::endOfInput; }
  std::string_view textOf(std::size_t index) const {
    return text_.substr(raw_[index].begin, raw_[index].end - raw_[index].begin);
  }
  bool isWord(std::size_t index, std::string_view word) const { return type(index) == TokenType::NAME && textOf(index) == word; }
  std::uint32_t previousType(std::size_t back = 1) const {
    return out_.size() >= back ? out_[out_.size() - back].type : Token::endOfInput;
  }

  /// Delivers the raw tokens [at_, at_ + count) as one.
  void deliver(std::uint32_t type, std::size_t count = 1, std::uint32_t extra = 0) {
    out_.emplace_back(type, raw_[at_].begin, raw_[at_ + count - 1].end, extra);
    at_ += count;
  }

  model::Diagnostic& error(std::size_t first, std::size_t last, std::string message) {
    errorOffsets_.push_back(raw_[first].begin);
    return diagnostics_.error("syntax", {file_, raw_[first].begin, raw_[last].end}, std::move(message));
  }

  void step() {
    if (commandLabel() || namedInTest() || testLanguageWord() || qualifiedName() || builtinFunction() || negatedComparison() ||
        arrow() || number() || quantifier())
      return;
    switch (type(at_)) {
      case TokenType::LBRACE:
        if (depth_ == 0 && test_ == TestPart::header) test_ = TestPart::body;
        if (depth_ == 0 && test_ == TestPart::tableHeader) test_ = TestPart::table;
        enterBracket();
        if (opensComprehension()) return deliver(TokenType::SET_BRACE);
        inSigHeader_ = false;
        break;
      case TokenType::FOR:
        if (depth_ == 0 && test_ == TestPart::header) test_ = TestPart::tableHeader;
        break;
      case TokenType::LPAREN:
      case TokenType::LBRACKET: enterBracket(); break;
      case TokenType::RPAREN:
      case TokenType::RBRACKET:
      case TokenType::RBRACE:
        if (depth_ > 0) --depth_;
        if (depth_ < itemsDepth_) itemsDepth_ = 0;
        if (depth_ == 0) {
          inValuation_ = false;
          test_ = test_ == TestPart::table ? TestPart::header : TestPart::none;
        }
        break;
      case TokenType::DISJ:
      case TokenType::INT:
      case TokenType::SUM:
        if (isBuiltinTarget()) return deliver(TokenType::BUILTIN);
        break;
      case TokenType::MODULE:
      case TokenType::OPEN:
      case TokenType::ENUM:
      case TokenType::SIG:
      case TokenType::FACT:
      case TokenType::ASSERT:
      case TokenType::PRED:
      case TokenType::FUN:
        depth_ = 0;  // a new paragraph, whatever was left open before it
        inValuation_ = false;
        itemsDepth_ = 0;
        test_ = TestPart::none;
        inSigHeader_ = type(at_) == TokenType::SIG;
        break;
      default: break;
    }
    deliver(type(at_));
  }

  // The parser's guard of the stack would stop at a depth that depends on the machine.
  void enterBracket() {
    if (++depth_ == deepest + 1) error(at_, at_, "this expression is nested too deeply");
  }

  // `lbl: run p` and `lbl: check {` are delivered as `run lbl p` and `check lbl {`.
  bool commandLabel() {
    if (!isCommandLabel(at_)) return false;
    const RawToken& command = raw_[at_ + 2];
    out_.emplace_back(command.type, command.begin, command.end);
    out_.emplace_back(raw_[at_].type, raw_[at_].begin, raw_[at_].end);
    at_ += 3;
    return true;
  }

  bool isCommandLabel(std::size_t index) const {
    return type(index) == TokenType::NAME && type(index + 1) == TokenType::COLON &&
           (type(index + 2) == TokenType::RUN || type(index + 2) == TokenType::CHECK) &&
           (type(index + 3) == TokenType::NAME || type(index + 3) == TokenType::LBRACE);
  }

  bool testLanguageWord() {
    if (type(at_) == TokenType::AT) return analyzerMark();
    if (test_ == TestPart::body && depth_ == 1 && (instances() || subject())) return true;
    if (itemsDepth_ != 0 && depth_ == itemsDepth_ && ellipsis()) return true;
    if (type(at_) != TokenType::NAME) return false;
    const std::string_view word = textOf(at_);
    const bool mayBeMarked = depth_ == 0 || (depth_ == 1 && test_ == TestPart::table);
    if (mayBeMarked && (word == "skip" || word == "xfail") && type(at_ + 1) == TokenType::STRING) {
      deliver(word == "skip" ? TokenType::SKIP_MARK : TokenType::XFAIL_MARK);
      return true;
    }
    if (depth_ == 0) {
      if (word == "val" && type(at_ + 1) == TokenType::NAME && opensValuation(at_ + 2)) {
        inValuation_ = true;
        itemsDepth_ = 1;
        deliver(TokenType::VAL);
        return true;
      }
      if (word == "test" && type(at_ + 1) == TokenType::STRING) {
        deliver(TokenType::TEST);
        test_ = TestPart::header;
        return true;
      }
      if (inValuation_ && word == "from" && type(at_ + 1) == TokenType::STRING) {
        deliver(TokenType::FROM);
        inValuation_ = false;
        itemsDepth_ = 0;
        return true;
      }
    }
    if (itemsDepth_ != 0 && depth_ == itemsDepth_ && beginsItem()) {
      if (word == "state" && type(at_ + 1) == TokenType::LBRACE) return deliver(TokenType::STATE), true;
      if (word == "loop" && type(at_ + 1) == TokenType::NUMBER) return deliver(TokenType::LOOP), true;
    }
    if (test_ == TestPart::body && depth_ == 1 && word == "because" && because()) return true;
    return false;
  }

  // Behind `expect 3`: `instances`, `instances up to symmetry`.
  bool instances() {
    if (previousType() != TokenType::NUMBER || previousType(2) != TokenType::EXPECT) return false;
    if (!(isWord(at_, "instances") || isWord(at_, "instance")) || verb(at_ + 1) != 0) return false;
    deliver(TokenType::INSTANCES);
    if (isWord(at_, "up") && isWord(at_ + 1, "to") && isWord(at_ + 2, "symmetry")) deliver(TokenType::UP_TO_SYMMETRY, 3);
    return true;
  }

  // Behind what a test asks: `because fact F`, `because declaration of f`.
  bool because() {
    if (!endsStatement(out_.back()) && previousType() != TokenType::SEQ) return false;
    deliver(TokenType::BECAUSE);
    if (isWord(at_ + 1, "of") && isWord(at_, "declaration"))
      deliverNamed(model::Named::field, 2);
    else if (isWord(at_ + 1, "of") && isWord(at_, "scope"))
      deliverNamed(model::Named::scope, 2);
    else if (isWord(at_, "predicate"))
      deliverNamed(model::Named::predicate);
    else if (type(at_) == TokenType::SIG)
      deliverNamed(model::Named::sig);
    else if (type(at_) == TokenType::PRED || type(at_) == TokenType::ASSERT)
      deliver(TokenType::NAME);  // does not begin a paragraph here: the parser says what is wrong with it
    return true;
  }

  // `fact F` and `assertion A`, where a formula or a reason may stand. Where an expression has just ended, or none has begun,
  // `fact` begins a paragraph.
  bool namedInTest() {
    const bool isFact = type(at_) == TokenType::FACT;
    if (test_ == TestPart::none || depth_ == 0 || out_.empty() || !(isFact || isWord(at_, "assertion"))) return false;
    if (type(at_ + 1) != TokenType::NAME && type(at_ + 1) != TokenType::STRING) return false;
    const std::uint32_t before = previousType();
    const bool mayBegin = endsStatement(out_.back()) || before == TokenType::LBRACE;
    if (mayBegin && (depth_ == 1 || type(at_ + 2) == TokenType::LBRACE)) return false;
    deliverNamed(isFact ? model::Named::fact : model::Named::assertion);
    return true;
  }

  void deliverNamed(model::Named what, std::size_t count = 1) {
    deliver(TokenType::NAMED, count, static_cast<std::uint32_t>(what));
  }

  bool opensValuation(std::size_t index) const {
    return type(index) == TokenType::LBRACE || type(index) == TokenType::EXTENDS || type(index) == TokenType::AT ||
           ((isWord(index, "from") || isWord(index, "skip") || isWord(index, "xfail")) && type(index + 1) == TokenType::STRING);
  }

  // What a statement of a test is about: names of valuations, or valuations in their place, with a word behind them that says
  // what is asked, as in `a, b { link + N0->N0 } satisfies p`.
  bool subject() {
    if (at_ > verbAt_) {
      if (!beginsStatement()) return false;
      if (isWord(at_, "every") && (type(at_ + 1) == TokenType::NAME || type(at_ + 1) == TokenType::LBRACE) &&
          verb(at_ + 1) == 0 && findVerb(at_ + 1))
        return deliver(TokenType::EVERY), true;
      if (!findVerb(at_)) return false;
    }
    if (at_ == verbAt_) return deliver(verb(at_)), true;
    if (type(at_) == TokenType::NAME) return deliver(TokenType::SUBJECT, endOfName(at_) - at_), true;
    if (type(at_) != TokenType::LBRACE) return false;
    enterBracket();
    itemsDepth_ = depth_;
    deliver(TokenType::VALUATION_BRACE);
    return true;
  }

  bool beginsItem() const {
    switch (previousType()) {
      case TokenType::LBRACE:
      case TokenType::VALUATION_BRACE:
      case TokenType::ELLIPSIS:
      case TokenType::OPEN_VALUE: return true;
      default: return endsExpression(out_.back());
    }
  }

  // `...` and `= ...` in a valuation.
  bool ellipsis() {
    const std::size_t dots = type(at_) == TokenType::EQUALS ? at_ + 1 : at_;
    for (std::size_t i = dots; i < dots + 3; ++i)
      if (type(i) != TokenType::DOT || textOf(i) != ".") return false;
    deliver(dots == at_ ? TokenType::ELLIPSIS : TokenType::OPEN_VALUE, dots + 3 - at_);
    return true;
  }

  bool beginsStatement() const {
    return previousType() == TokenType::LBRACE || endsStatement(out_.back());  // the brace is that of the test
  }

  // Sets `verbAt_`.
  bool findVerb(std::size_t first) {
    for (std::size_t index = first;; ++index) {
      if (type(index) == TokenType::NAME) {
        index = endOfName(index);
      } else if (type(index) != TokenType::LBRACE) {
        return false;
      }
      if (type(index) == TokenType::LBRACE) index = behindBrace(index);
      if (verb(index) != 0) return verbAt_ = index, true;
      if (type(index) != TokenType::COMMA) return false;
    }
  }

  std::size_t endOfName(std::size_t index) const {
    ++index;
    while (type(index) == TokenType::SLASH && type(index + 1) == TokenType::NAME) index += 2;
    return index;
  }

  std::size_t behindBrace(std::size_t index) const {
    int open = 0;
    for (; index < raw_.size(); ++index) {
      open += (type(index) == TokenType::LBRACE) - (type(index) == TokenType::RBRACE);
      if (open == 0) return index + 1;
    }
    return index;
  }

  std::uint32_t verb(std::size_t index) const {
    if (type(index) != TokenType::NAME) return 0;
    const std::string_view word = textOf(index);
    return word == "satisfies"  ? TokenType::SATISFIES
           : word == "violates" ? TokenType::VIOLATES
           : word == "valid"    ? TokenType::VALID
           : word == "invalid"  ? TokenType::INVALID
           : word == "gives"    ? TokenType::GIVES
                                : 0;
  }

  // `@Test id:` in front of a command or formula, `@cmd:{` inside a valuation.
  bool analyzerMark() {
    if (depth_ == 0 && isWord(at_ + 1, "Test") && type(at_ + 2) == TokenType::NAME && type(at_ + 3) == TokenType::COLON)
      return deliver(TokenType::TEST_MARK, 2), true;
    if (isWord(at_ + 1, "cmd") && type(at_ + 2) == TokenType::COLON && type(at_ + 3) == TokenType::LBRACE)
      return deliver(TokenType::COMMAND_MARK, 3), true;
    return false;
  }

  bool qualifiedName() {
    if (type(at_ + 1) != TokenType::SLASH) return false;
    if (type(at_) == TokenType::SEQ && type(at_ + 2) == TokenType::INT_SIG) return deliver(TokenType::QUALIFIED_NAME, 3), true;
    if (type(at_) != TokenType::NAME && type(at_) != TokenType::THIS && type(at_) != TokenType::SEQ) return false;
    std::size_t end = at_ + 1;
    while (type(end) == TokenType::SLASH && type(end + 1) == TokenType::NAME) end += 2;
    if (end == at_ + 1) return false;
    deliver(TokenType::QUALIFIED_NAME, end - at_);
    return true;
  }

  // fun/add and the like, pred/totalOrder.
  bool builtinFunction() {
    const bool isFunction = type(at_) == TokenType::FUN;
    if ((!isFunction && type(at_) != TokenType::PRED) || type(at_ + 1) != TokenType::SLASH) return false;
    if (type(at_ + 2) != TokenType::NAME) {
      error(at_, at_ + 1, fmt::format("a name must follow `{}/`", textOf(at_)));
      deliver(TokenType::BUILTIN, 2);
      return true;
    }
    const std::string_view name = textOf(at_ + 2);
    if (!isFunction) {
      if (name != "totalOrder")
        error(at_, at_ + 2, fmt::format("there is no built-in predicate `pred/{}`: only pred/totalOrder", name));
      deliver(TokenType::BUILTIN, 3);
      return true;
    }
    const std::uint32_t merged = name == "add"   ? TokenType::INT_ADD
                                 : name == "sub" ? TokenType::INT_SUB
                                 : name == "mul" ? TokenType::INT_MUL
                                 : name == "div" ? TokenType::INT_DIV
                                 : name == "rem" ? TokenType::INT_REM
                                                 : TokenType::INT_CONSTANT;
    if (merged == TokenType::INT_CONSTANT && name != "min" && name != "max" && name != "next")
      error(at_, at_ + 2,
            fmt::format("there is no built-in function `fun/{}`: only add, sub, mul, div, rem, min, max and next", name));
    deliver(merged, 3);
    return true;
  }

  bool negatedComparison() {
    if (type(at_) != TokenType::NOT || !isComparison(type(at_ + 1))) return false;
    deliver(TokenType::NEGATED_COMPARISON, 2, type(at_ + 1));
    return true;
  }

  bool arrow() {
    std::size_t end = at_;
    const std::optional<Multiplicity> left = arrowMultiplicity(type(end));
    if (left) ++end;
    if (type(end) != TokenType::ARROW) return false;
    ++end;
    const std::optional<Multiplicity> right = arrowMultiplicity(type(end));
    if (right) ++end;
    const auto code = [](std::optional<Multiplicity> m) { return static_cast<std::uint32_t>(m.value_or(Multiplicity::set)); };
    deliver(TokenType::ARROW, end - at_, code(left) * 4 + code(right));
    return true;
  }

  bool number() {
    const bool negative = type(at_) == TokenType::MINUS && type(at_ + 1) == TokenType::NUMBER &&
                          (out_.empty() || !makesMinusAnOperator(out_.back()));
    if (!negative && type(at_) != TokenType::NUMBER) return false;
    const std::int32_t value = valueOf(negative ? at_ + 1 : at_);
    deliver(TokenType::NUMBER, negative ? 2 : 1, static_cast<std::uint32_t>(negative ? -value : value));
    return true;
  }

  std::int32_t valueOf(std::size_t index) {
    std::string digits(textOf(index));
    const int base = digits.starts_with("0x") ? 16 : digits.starts_with("0b") ? 2 : 10;
    if (base != 10) digits.erase(0, 2);
    std::erase(digits, '_');
    std::int32_t value = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (failure == std::errc::result_out_of_range)
      error(index, index, fmt::format("the number {} is too large: the largest is {}", textOf(index), INT32_MAX));
    else if (digits.empty())
      error(index, index, fmt::format("`{}` has no digits", textOf(index)));
    return failure == std::errc() ? value : 0;
  }

  bool quantifier() {
    switch (type(at_)) {
      case TokenType::ALL:
      case TokenType::NO:
      case TokenType::SOME:
      case TokenType::LONE:
      case TokenType::ONE:
      case TokenType::SUM: break;
      default: return false;
    }
    if (previousType() == TokenType::COLON || previousType() == TokenType::DISJ) return false;
    std::size_t index = at_ + 1;
    if (type(index) == TokenType::PRIVATE) ++index;
    if (type(index) == TokenType::DISJ) ++index;
    if (!declares(index)) return false;
    deliver(TokenType::QUANTIFIER);
    return true;
  }

  // `{ x, y: ...`, but not the fields of a signature.
  bool opensComprehension() const {
    if (inSigHeader_) return false;
    std::size_t index = at_ + 1;
    for (const std::uint32_t word : {TokenType::VAR, TokenType::PRIVATE, TokenType::DISJ})
      if (type(index) == word) ++index;
    return declares(index) && !isCommandLabel(index);
  }

  /// Whether names with a colon behind them begin at `index`.
  bool declares(std::size_t index) const {
    while (type(index) == TokenType::NAME && type(index + 1) == TokenType::COMMA) index += 2;
    return type(index) == TokenType::NAME && type(index + 1) == TokenType::COLON;
  }

  // disj[...], a.int and so on; behind the dots of a growing scope (`1.. int`) the word is the scope's.
  bool isBuiltinTarget() const {
    if (type(at_ + 1) == TokenType::LBRACKET) return true;
    return previousType() == TokenType::DOT && previousType(2) != TokenType::DOT;
  }

  const std::vector<RawToken>& raw_;
  std::string_view text_;
  model::FileId file_;
  model::Diagnostics& diagnostics_;
  std::vector<std::uint32_t>& errorOffsets_;
  std::vector<Token> out_;
  std::size_t at_ = 0;
  int depth_ = 0;             // of open brackets of any kind since the paragraph began
  bool inSigHeader_ = false;  // from `sig` to the brace that opens its fields
  bool inValuation_ = false;  // from `val` to its closing brace
  int itemsDepth_ = 0;        // where the items of a valuation stand; 0: in none
  enum class TestPart { none, header, tableHeader, table, body } test_ = TestPart::none;
  std::size_t verbAt_ = 0;  // of the statement whose subjects are being read
};

}  // namespace

std::vector<Token> filterTokens(const std::vector<RawToken>& raw, std::string_view text, model::FileId file,
                                model::Diagnostics& diagnostics, std::vector<std::uint32_t>& errorOffsets) {
  return Filter(raw, text, file, diagnostics, errorOffsets).run();
}

}  // namespace aunit::parser::alloy
