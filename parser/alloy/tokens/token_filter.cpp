#include "parser/alloy/tokens/token_filter.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "model/expr.h"
#include "parser/alloy/tokens/test_words.h"
#include "parser/alloy/tokens/token_row.h"

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

class Filter {
 public:
  explicit Filter(TokenRow row) : row_(std::move(row)) {}

  std::vector<Token> run() {
    while (!row_.atEnd()) step();
    return row_.take();
  }

 private:
  std::uint32_t type(std::size_t index) const { return row_.type(index); }

  void step() {
    if (commandLabel() || testWords_.read() || qualifiedName() || builtinFunction() || negatedComparison() || arrow() ||
        number() || quantifier())
      return;
    const std::uint32_t next = type(row_.at());
    switch (next) {
      case TokenType::LBRACE:
        testWords_.beforeOpeningBrace();
        row_.enterBracket();
        if (opensComprehension()) {
          row_.deliver(TokenType::SET_BRACE);
          return;
        }
        inSigHeader_ = false;
        break;
      case TokenType::FOR: testWords_.beforeFor(); break;
      case TokenType::LPAREN:
      case TokenType::LBRACKET: row_.enterBracket(); break;
      case TokenType::RPAREN:
      case TokenType::RBRACKET:
      case TokenType::RBRACE:
        row_.leaveBracket();
        testWords_.behindClosingBracket();
        break;
      case TokenType::DISJ:
      case TokenType::INT:
      case TokenType::SUM:
        if (!isBuiltinTarget()) break;
        row_.deliver(TokenType::BUILTIN);
        return;
      case TokenType::MODULE:
      case TokenType::OPEN:
      case TokenType::ENUM:
      case TokenType::SIG:
      case TokenType::FACT:
      case TokenType::ASSERT:
      case TokenType::PRED:
      case TokenType::FUN:
        row_.beginParagraph();  // forgets the brackets that the previous paragraph left open
        testWords_.beginParagraph();
        inSigHeader_ = next == TokenType::SIG;
        break;
      default: break;
    }
    row_.deliver(next);
  }

  // Delivers `lbl: run p` as `run lbl p`, and `lbl: check {` as `check lbl {`.
  bool commandLabel() {
    if (!isCommandLabel(row_.at())) return false;
    row_.deliverAhead(row_.at() + 2);
    row_.deliverAhead(row_.at());
    row_.skip(3);
    return true;
  }

  bool isCommandLabel(std::size_t index) const {
    return type(index) == TokenType::NAME && type(index + 1) == TokenType::COLON &&
           (type(index + 2) == TokenType::RUN || type(index + 2) == TokenType::CHECK) &&
           (type(index + 3) == TokenType::NAME || type(index + 3) == TokenType::LBRACE);
  }

  bool qualifiedName() {
    if (type(row_.at() + 1) != TokenType::SLASH) return false;
    if (type(row_.at()) == TokenType::SEQ && type(row_.at() + 2) == TokenType::INT_SIG)
      return row_.deliver(TokenType::QUALIFIED_NAME, 3);
    if (type(row_.at()) != TokenType::NAME && type(row_.at()) != TokenType::THIS && type(row_.at()) != TokenType::SEQ)
      return false;
    std::size_t end = row_.at() + 1;
    while (type(end) == TokenType::SLASH && type(end + 1) == TokenType::NAME) end += 2;
    if (end == row_.at() + 1) return false;
    return row_.deliver(TokenType::QUALIFIED_NAME, end - row_.at());
  }

  // Delivers the built-in `pred/totalOrder`, and built-in functions such as `fun/add`, each as one token.
  bool builtinFunction() {
    const bool isFunction = type(row_.at()) == TokenType::FUN;
    if ((!isFunction && type(row_.at()) != TokenType::PRED) || type(row_.at() + 1) != TokenType::SLASH) return false;
    if (type(row_.at() + 2) != TokenType::NAME) {
      row_.error(row_.at(), row_.at() + 1, fmt::format("a name must follow `{}/`", row_.textOf(row_.at())));
      row_.deliver(TokenType::BUILTIN, 2);
      return true;
    }
    const std::string_view name = row_.textOf(row_.at() + 2);
    if (!isFunction) {
      if (name != "totalOrder")
        row_.error(row_.at(), row_.at() + 2, fmt::format("there is no built-in predicate `pred/{}`: only pred/totalOrder", name));
      row_.deliver(TokenType::BUILTIN, 3);
      return true;
    }
    const std::uint32_t merged = name == "add"   ? TokenType::INT_ADD
                                 : name == "sub" ? TokenType::INT_SUB
                                 : name == "mul" ? TokenType::INT_MUL
                                 : name == "div" ? TokenType::INT_DIV
                                 : name == "rem" ? TokenType::INT_REM
                                                 : TokenType::INT_CONSTANT;
    if (merged == TokenType::INT_CONSTANT && name != "min" && name != "max" && name != "next")
      row_.error(row_.at(), row_.at() + 2,
                 fmt::format("there is no built-in function `fun/{}`: only add, sub, mul, div, rem, min, max and next", name));
    return row_.deliver(merged, 3);
  }

  bool negatedComparison() {
    if (type(row_.at()) != TokenType::NOT || !isComparison(type(row_.at() + 1))) return false;
    return row_.deliver(TokenType::NEGATED_COMPARISON, 2, type(row_.at() + 1));
  }

  bool arrow() {
    std::size_t end = row_.at();
    const std::optional<Multiplicity> left = arrowMultiplicity(type(end));
    if (left) ++end;
    if (type(end) != TokenType::ARROW) return false;
    ++end;
    const std::optional<Multiplicity> right = arrowMultiplicity(type(end));
    if (right) ++end;
    const auto code = [](std::optional<Multiplicity> m) { return static_cast<std::uint32_t>(m.value_or(Multiplicity::set)); };
    return row_.deliver(TokenType::ARROW, end - row_.at(), code(left) * 4 + code(right));
  }

  bool number() {
    const bool negative = type(row_.at()) == TokenType::MINUS && type(row_.at() + 1) == TokenType::NUMBER &&
                          (row_.empty() || !makesMinusAnOperator(row_.last()));
    if (!negative && type(row_.at()) != TokenType::NUMBER) return false;
    const std::int32_t value = valueOf(negative ? row_.at() + 1 : row_.at());
    return row_.deliver(TokenType::NUMBER, negative ? 2 : 1, static_cast<std::uint32_t>(negative ? -value : value));
  }

  std::int32_t valueOf(std::size_t index) {
    std::string digits(row_.textOf(index));
    const int base = digits.starts_with("0x") ? 16 : digits.starts_with("0b") ? 2 : 10;
    if (base != 10) digits.erase(0, 2);
    std::erase(digits, '_');
    std::int32_t value = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (failure == std::errc::result_out_of_range)
      row_.error(index, index, fmt::format("the number {} is too large: the largest is {}", row_.textOf(index), INT32_MAX));
    else if (digits.empty())
      row_.error(index, index, fmt::format("`{}` has no digits", row_.textOf(index)));
    return failure == std::errc() ? value : 0;
  }

  bool quantifier() {
    switch (type(row_.at())) {
      case TokenType::ALL:
      case TokenType::NO:
      case TokenType::SOME:
      case TokenType::LONE:
      case TokenType::ONE:
      case TokenType::SUM: break;
      default: return false;
    }
    if (row_.previousType() == TokenType::COLON || row_.previousType() == TokenType::DISJ) return false;
    std::size_t index = row_.at() + 1;
    if (type(index) == TokenType::PRIVATE) ++index;
    if (type(index) == TokenType::DISJ) ++index;
    if (!declares(index)) return false;
    return row_.deliver(TokenType::QUANTIFIER);
  }

  // Whether a brace opens a comprehension, `{ x, y: ...`, rather than the fields of a signature.
  bool opensComprehension() const {
    if (inSigHeader_) return false;
    std::size_t index = row_.at() + 1;
    for (const std::uint32_t word : {TokenType::VAR, TokenType::PRIVATE, TokenType::DISJ})
      if (type(index) == word) ++index;
    return declares(index) && !isCommandLabel(index);
  }

  /// Whether a list of names followed by a colon begins at `index`.
  bool declares(std::size_t index) const {
    while (type(index) == TokenType::NAME && type(index + 1) == TokenType::COMMA) index += 2;
    return type(index) == TokenType::NAME && type(index + 1) == TokenType::COLON;
  }

  // Whether a built-in word such as `disj` names a function here: it stands before `[`, as in `disj[...]`, or after a dot, as in
  // `a.int`. After the two dots of a scope (`1.. int`), it does not.
  bool isBuiltinTarget() const {
    if (type(row_.at() + 1) == TokenType::LBRACKET) return true;
    return row_.previousType() == TokenType::DOT && row_.previousType(2) != TokenType::DOT;
  }

  TokenRow row_;
  TestWords testWords_{row_};
  bool inSigHeader_ = false;  // the position is between `sig` and the brace that opens its fields
};

}  // namespace

std::vector<Token> filterTokens(const std::vector<RawToken>& raw, std::string_view text, model::FileId file,
                                model::Diagnostics& diagnostics, std::vector<std::uint32_t>& errorOffsets) {
  return Filter(TokenRow(raw, text, file, diagnostics, errorOffsets)).run();
}

}  // namespace aunit::parser::alloy
