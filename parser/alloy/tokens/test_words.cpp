#include "parser/alloy/tokens/test_words.h"

#include <string_view>

namespace aunit::parser::alloy {

namespace {

/// Whether a statement of a test can end with this token.
bool endsStatement(const Token& token) {
  switch (token.type) {
    case TokenType::VALID:
    case TokenType::INVALID:
    case TokenType::FITS:
    case TokenType::INSTANCES:
    case TokenType::UP_TO_SYMMETRY: return true;
    default: return endsExpression(token);
  }
}

}  // namespace

void TestWords::beginParagraph() {
  inValuation_ = inLog_ = false;
  itemsDepth_ = 0;
  bodyDepth_ = 1;
  part_ = Part::none;
}

void TestWords::beforeFor() {
  if (row_.depth() == 0 && part_ == Part::header) part_ = Part::tableHeader;
}

void TestWords::beforeOpeningBrace() {
  if (row_.depth() != 0) return;
  if (part_ == Part::header) part_ = Part::body;
  if (part_ == Part::tableHeader) part_ = Part::table;
}

void TestWords::behindClosingBracket() {
  if (row_.depth() < itemsDepth_) itemsDepth_ = 0;
  if (row_.depth() < bodyDepth_) bodyDepth_ = 1;
  if (row_.depth() != 0) return;
  inValuation_ = inLog_ = false;
  part_ = part_ == Part::table ? Part::header : Part::none;
}

bool TestWords::read() {
  if (inLog_ && logWord()) return true;
  if (without() || named()) return true;
  if (type(row_.at()) == TokenType::AT) return analyzerMark();
  if (inBody() && (instances() || expectedError() || subject())) return true;
  if (valuationInCell() || (inItems() && ellipsis())) return true;
  if (type(row_.at()) != TokenType::NAME) return false;
  if (mark() || (row_.depth() == 0 && readParagraphWord())) return true;
  return (inItems() && stateOrLoop()) || (inBody() && because());
}

// Recognises `skip "reason"` and `xfail "reason"`.
bool TestWords::mark() {
  const std::size_t at = row_.at();
  if (row_.depth() != 0 && !(row_.depth() == 1 && part_ == Part::table)) return false;
  if (type(at + 1) != TokenType::STRING || !(isWord(at, "skip") || isWord(at, "xfail"))) return false;
  return row_.deliver(isWord(at, "skip") ? TokenType::SKIP_MARK : TokenType::XFAIL_MARK);
}

bool TestWords::readParagraphWord() {
  const std::size_t at = row_.at();
  if (isWord(at, "val") && type(at + 1) == TokenType::NAME && opensValuation(at + 2)) {
    inValuation_ = true;
    itemsDepth_ = 1;
    return row_.deliver(TokenType::VAL);
  }
  if (isWord(at, "log") && type(at + 1) == TokenType::NAME && (opensValuation(at + 2) || type(at + 2) == TokenType::FOR)) {
    inLog_ = true;
    return row_.deliver(TokenType::LOG);
  }
  if (isWord(at, "test") && type(at + 1) == TokenType::STRING) {
    part_ = Part::header;
    return row_.deliver(TokenType::TEST);
  }
  if (!inValuation_ || !isWord(at, "from") || type(at + 1) != TokenType::STRING) return false;
  inValuation_ = false;
  itemsDepth_ = 0;
  // The braces after `from "FILE"` contain a mapping, with the words of a `log` paragraph.
  inLog_ = type(at + 2) == TokenType::LBRACE;
  return row_.deliver(TokenType::FROM);
}

bool TestWords::opensValuation(std::size_t index) const {
  switch (type(index)) {
    case TokenType::LBRACE:
    case TokenType::EXTENDS:
    case TokenType::AT: return true;
    case TokenType::FOR:  // `val` opens no valuation in `run val p for 3`: it is a label there
      return row_.previousType() != TokenType::RUN && row_.previousType() != TokenType::CHECK;
    default:
      return (isWord(index, "from") || isWord(index, "skip") || isWord(index, "xfail")) && type(index + 1) == TokenType::STRING;
  }
}

bool TestWords::stateOrLoop() {
  if (!beginsItem()) return false;
  if (isWord(row_.at(), "state") && type(row_.at() + 1) == TokenType::LBRACE) return row_.deliver(TokenType::STATE);
  if (isWord(row_.at(), "loop") && type(row_.at() + 1) == TokenType::NUMBER) return row_.deliver(TokenType::LOOP);
  return false;
}

// Recognises `instances` or `instances up to symmetry` after `expect 3`.
bool TestWords::instances() {
  if (row_.previousType() != TokenType::NUMBER || row_.previousType(2) != TokenType::EXPECT) return false;
  const std::size_t at = row_.at();
  if (!(isWord(at, "instances") || isWord(at, "instance")) || verb(at + 1) != 0) return false;
  row_.deliver(TokenType::INSTANCES);
  if (isWord(at + 1, "up") && isWord(at + 2, "to") && isWord(at + 3, "symmetry")) row_.deliver(TokenType::UP_TO_SYMMETRY, 3);
  return true;
}

// Recognises `expect error "..."`.
bool TestWords::expectedError() {
  const std::size_t at = row_.at();
  if (type(at) != TokenType::EXPECT || !isWord(at + 1, "error") || type(at + 2) != TokenType::STRING) return false;
  return row_.deliver(TokenType::EXPECT_ERROR, 2);
}

// Recognises `because` after a statement, with the kind of the part: `because fact F`, `because declaration of f`.
bool TestWords::because() {
  if (!isWord(row_.at(), "because")) return false;
  if (!endsStatement(row_.last()) && row_.previousType() != TokenType::SEQ) return false;
  row_.deliver(TokenType::BECAUSE);
  const std::size_t at = row_.at();
  if (isWord(at + 1, "of") && isWord(at, "declaration")) return deliverNamed(model::Named::field, 2);
  if (isWord(at + 1, "of") && isWord(at, "scope")) return deliverNamed(model::Named::scope, 2);
  if (isWord(at, "predicate")) return deliverNamed(model::Named::predicate);
  if (type(at) == TokenType::SIG) return deliverNamed(model::Named::sig);
  if (type(at) == TokenType::PRED || type(at) == TokenType::ASSERT)
    row_.deliver(TokenType::NAME);  // as a keyword, it would begin a paragraph, and the error would not be about `because`
  return true;
}

// Recognises `without fact F, sig S` before statements in braces.
bool TestWords::without() {
  const std::size_t at = row_.at();
  const auto isPart = [&](std::size_t index) { return type(index) == TokenType::FACT || type(index) == TokenType::SIG; };
  if (part_ == Part::body && bodyDepth_ == 2 && row_.depth() == 1 && isPart(at))
    return deliverNamed(type(at) == TokenType::FACT ? model::Named::fact : model::Named::sig);
  if (!inBody() || !isWord(at, "without") || !beginsStatement()) return false;
  const bool isOther = type(at + 1) == TokenType::PRED || type(at + 1) == TokenType::ASSERT;
  const bool isName = type(at + 1) == TokenType::NAME && verb(at + 1) == 0;
  if (!isPart(at + 1) && !isOther && !isName) return false;
  bodyDepth_ = 2;
  row_.deliver(TokenType::WITHOUT);
  if (isOther) row_.deliver(TokenType::NAME);  // as a keyword, it would begin a paragraph: the error would not be about `without`
  return true;
}

// Recognises `fact F` and `assertion A` where a test expects a formula, or a reason after `because`. At the beginning of a block,
// or after a complete expression, `fact` may begin a paragraph instead.
bool TestWords::named() {
  const std::size_t at = row_.at();
  const bool isFact = type(at) == TokenType::FACT;
  if (part_ == Part::none || row_.depth() == 0 || row_.empty() || !(isFact || isWord(at, "assertion"))) return false;
  if (type(at + 1) != TokenType::NAME && type(at + 1) != TokenType::STRING) return false;
  const bool mayBegin = endsStatement(row_.last()) || row_.previousType() == TokenType::LBRACE;
  if (mayBegin && (row_.depth() == 1 || type(at + 2) == TokenType::LBRACE)) return false;
  return deliverNamed(isFact ? model::Named::fact : model::Named::assertion);
}

bool TestWords::deliverNamed(model::Named what, std::size_t count) {
  return row_.deliver(TokenType::NAMED, count, static_cast<std::uint32_t>(what));
}

// Recognises the subjects of a statement up to its verb: names of valuations, or inline valuations, as in `a, b { link + N0->N0 }
// satisfies p`.
bool TestWords::subject() {
  const std::size_t at = row_.at();
  if (at > verbAt_) {
    if (!beginsStatement()) return false;
    if (isWord(at, "every") && (type(at + 1) == TokenType::NAME || type(at + 1) == TokenType::LBRACE) && verb(at + 1) == 0 &&
        findVerb(at + 1))
      return row_.deliver(TokenType::EVERY);
    if (!findVerb(at)) return false;
  }
  if (at == verbAt_) return row_.deliver(verb(at));
  if (type(at) == TokenType::NAME) return row_.deliver(TokenType::SUBJECT, endOfName(at) - at);
  return type(at) == TokenType::LBRACE && openValuation();
}

bool TestWords::openValuation() {
  row_.enterBracket();
  itemsDepth_ = row_.depth();
  return row_.deliver(TokenType::VALUATION_BRACE);
}

// Recognises a table's cell that is a valuation, not a block of formulas: it contains `...`, `state {` or `loop N`.
bool TestWords::valuationInCell() {
  if (part_ != Part::table || type(row_.at()) != TokenType::LBRACE) return false;
  const std::uint32_t before = row_.previousType();
  const bool beginsCell = row_.depth() == 1 || (row_.depth() == 2 && (before == TokenType::LPAREN || before == TokenType::COMMA));
  return beginsCell && statesValuation(row_.at()) && openValuation();
}

/// Whether the braces that open at `brace` contain, outside inner braces, one of `...`, `state {` and `loop N`.
bool TestWords::statesValuation(std::size_t brace) const {
  int open = 0;
  for (std::size_t i = brace; type(i) != Token::endOfInput; ++i) {
    open += (type(i) == TokenType::LBRACE) - (type(i) == TokenType::RBRACE);
    if (open == 0) return false;
    if (open != 1) continue;
    if (type(i) == TokenType::DOT && type(i + 1) == TokenType::DOT && type(i + 2) == TokenType::DOT) return true;
    if (isWord(i, "state") && type(i + 1) == TokenType::LBRACE) return true;
    if (isWord(i, "loop") && type(i + 1) == TokenType::NUMBER) return true;
  }
  return false;
}

bool TestWords::beginsItem() const {
  switch (row_.previousType()) {
    case TokenType::LBRACE:
    case TokenType::VALUATION_BRACE:
    case TokenType::ELLIPSIS:
    case TokenType::OPEN_VALUE: return true;
    default: return endsExpression(row_.last());
  }
}

// Recognises `...` and `= ...` in a valuation.
bool TestWords::ellipsis() {
  const std::size_t dots = type(row_.at()) == TokenType::EQUALS ? row_.at() + 1 : row_.at();
  for (std::size_t i = dots; i < dots + 3; ++i)
    if (type(i) != TokenType::DOT || row_.textOf(i) != ".") return false;
  return row_.deliver(dots == row_.at() ? TokenType::ELLIPSIS : TokenType::OPEN_VALUE, dots + 3 - row_.at());
}

bool TestWords::beginsStatement() const {
  return row_.previousType() == TokenType::LBRACE || endsStatement(row_.last());  // an LBRACE here opens the test
}

// Finds the verb after the subjects that begin at `first`, and sets `verbAt_`.
bool TestWords::findVerb(std::size_t first) {
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

std::size_t TestWords::endOfName(std::size_t index) const {
  ++index;
  while (type(index) == TokenType::SLASH && type(index + 1) == TokenType::NAME) index += 2;
  return index;
}

std::size_t TestWords::behindBrace(std::size_t index) const {
  int open = 0;
  for (; type(index) != Token::endOfInput; ++index) {
    open += (type(index) == TokenType::LBRACE) - (type(index) == TokenType::RBRACE);
    if (open == 0) return index + 1;
  }
  return index;
}

std::uint32_t TestWords::verb(std::size_t index) const {
  if (type(index) != TokenType::NAME) return 0;
  const std::string_view word = row_.textOf(index);
  return word == "satisfies"  ? TokenType::SATISFIES
         : word == "violates" ? TokenType::VIOLATES
         : word == "valid"    ? TokenType::VALID
         : word == "invalid"  ? TokenType::INVALID
         : word == "gives"    ? TokenType::GIVES
         : word == "fits"     ? TokenType::FITS
                              : 0;
}

// Recognises `@Test id:` before a command or formula, and `@cmd:{` inside a valuation.
bool TestWords::analyzerMark() {
  const std::size_t at = row_.at();
  if (row_.depth() == 0 && isWord(at + 1, "Test") && type(at + 2) == TokenType::NAME && type(at + 3) == TokenType::COLON)
    return row_.deliver(TokenType::TEST_MARK, 2);
  if (isWord(at + 1, "cmd") && type(at + 2) == TokenType::COLON && type(at + 3) == TokenType::LBRACE)
    return row_.deliver(TokenType::COMMAND_MARK, 3);
  return false;
}

bool TestWords::beginsLogItem() const {
  switch (row_.previousType()) {
    case TokenType::LBRACE:
    case TokenType::NO_STEP:
    case TokenType::PASSED_OVER:
    case TokenType::HIDDEN_STEPS:
    case TokenType::STAY:
    case TokenType::ANY_STATE:
    case TokenType::LINES_ARE_STATES:
    case TokenType::TLA_VALUES: return true;
    default: return endsExpression(row_.last());
  }
}

bool TestWords::beginsPattern(std::size_t index) const {
  switch (type(index)) {
    case TokenType::LBRACE:
    case TokenType::LBRACKET:
    case TokenType::STRING:
    case TokenType::NUMBER: return true;
    case TokenType::NAME: return type(index + 1) == TokenType::COLON || isWord(index + 1, "is");
    default: return false;
  }
}

// Recognises the words of a `log` paragraph: those that begin an item, and those between its parts.
bool TestWords::logWord() {
  const std::size_t at = row_.at();
  if (row_.depth() == 0) return isWord(at, "from") && type(at + 1) == TokenType::STRING && row_.deliver(TokenType::FROM);
  if (type(at) == TokenType::DOT && type(at + 1) == TokenType::DOT && type(at + 2) == TokenType::DOT) return ellipsis();
  if (row_.previousType() == TokenType::IS) {
    if (type(at) == TokenType::NO && isWord(at + 1, "step")) return row_.deliver(TokenType::NO_STEP, 2);
    if (isWord(at, "passed") && isWord(at + 1, "over")) return row_.deliver(TokenType::PASSED_OVER, 2);
  }
  if (row_.previousType() == TokenType::INITIALLY && isWord(at, "any") && isWord(at + 1, "state"))
    return row_.deliver(TokenType::ANY_STATE, 2);
  // Members of JSON objects may have keywords as names.
  const bool isKeyword = type(at) >= TokenType::ABSTRACT && type(at) <= TokenType::VAR;
  const std::uint32_t before = row_.previousType();
  if (isKeyword && inPath_ && before == TokenType::DOT) return row_.deliver(TokenType::NAME);
  if (isKeyword && type(at + 1) == TokenType::COLON &&
      (before == TokenType::LBRACE || before == TokenType::SET_BRACE || before == TokenType::COMMA))
    return row_.deliver(TokenType::NAME);
  if (inPath_ && type(at) != TokenType::DOT && type(at) != TokenType::LBRACKET && before != TokenType::DOT &&
      before != TokenType::LBRACKET && type(at) != TokenType::RBRACKET)
    inPath_ = false;
  if (type(at) != TokenType::NAME || row_.depth() > 2 || before == TokenType::DOT) return false;
  const bool path = type(at + 1) == TokenType::DOT;
  inPath_ = inPath_ || (path && (isWord(at, "from") || isWord(at, "with") || isWord(at, "event") || isWord(at, "each") ||
                                 isWord(at, "clock") || isWord(at, "order") || isWord(at, "by") || isWord(at, "loop")));
  if (isWord(at, "is") && endsExpression(row_.last())) return row_.deliver(TokenType::IS);
  if (isWord(at, "on") && beginsLogItem() && beginsPattern(at + 1)) return row_.deliver(TokenType::ON);
  if (isWord(at, "from") && path && endsExpression(row_.last())) return row_.deliver(TokenType::FROM);
  if (isWord(at, "with") && path) return row_.deliver(TokenType::WITH);
  if (isWord(at, "unless") && beginsPattern(at + 1)) return row_.deliver(TokenType::UNLESS);
  if (isWord(at, "hidden") && row_.previousType() == TokenType::NUMBER) {
    if (type(at + 1) == TokenType::STEPS || isWord(at + 1, "step")) return row_.deliver(TokenType::HIDDEN_STEPS, 2);
    return false;
  }
  if (isWord(at, "stay") || isWord(at, "stays")) return endsExpression(row_.last()) && row_.deliver(TokenType::STAY);
  if (!beginsLogItem()) return false;
  if (path) {
    if (isWord(at, "event")) return row_.deliver(TokenType::EVENT);
    if (isWord(at, "each")) return row_.deliver(TokenType::EACH);
    if (isWord(at, "clock")) return row_.deliver(TokenType::CLOCK);
    if (isWord(at, "order")) return row_.deliver(TokenType::ORDER);
    if (isWord(at, "by")) return row_.deliver(TokenType::BY);
    if (isWord(at, "loop")) return row_.deliver(TokenType::LOOP);
  }
  if (isWord(at, "value") && beginsPattern(at + 1)) return row_.deliver(TokenType::VALUE);
  if (isWord(at, "initially") && (type(at + 1) == TokenType::LBRACE || isWord(at + 1, "any")))
    return row_.deliver(TokenType::INITIALLY);
  if (isWord(at, "up") && isWord(at + 1, "to") && type(at + 2) == TokenType::NUMBER) return row_.deliver(TokenType::UP_TO, 2);
  if (isWord(at, "unnamed") && type(at + 1) == TokenType::NAME) return row_.deliver(TokenType::UNNAMED);
  if (isWord(at, "values") && type(at + 1) == TokenType::IN && isWord(at + 2, "TLA"))
    return row_.deliver(TokenType::TLA_VALUES, 3);
  if (isWord(at, "lines") && isWord(at + 1, "are") && isWord(at + 2, "states"))
    return row_.deliver(TokenType::LINES_ARE_STATES, 3);
  return false;
}

}  // namespace aunit::parser::alloy
