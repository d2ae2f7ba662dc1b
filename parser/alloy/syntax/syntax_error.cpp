// This file is long, because it has a short function for each mistake that it recognises. The functions belong together: they
// look at the same tokens around the error, and the first function that recognises its mistake reports the error.
#include "parser/alloy/syntax/syntax_error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace aunit::parser::alloy {

namespace {

bool isWordOfAlloy6(std::uint32_t type) {
  return type >= TokenType::AFTER && type <= TokenType::VAR;
}
bool isOfLanguage(std::uint32_t type) {
  return (type >= TokenType::ABSTRACT && type <= TokenType::VAR) || type == TokenType::QUANTIFIER || type == TokenType::BUILTIN;
}
bool isOpening(std::uint32_t type) {
  return type == TokenType::LPAREN || type == TokenType::LBRACKET || type == TokenType::LBRACE || type == TokenType::SET_BRACE ||
         type == TokenType::VALUATION_BRACE;
}
bool isClosing(std::uint32_t type) {
  return type == TokenType::RPAREN || type == TokenType::RBRACKET || type == TokenType::RBRACE;
}
bool isQuantifierWord(std::uint32_t type) {
  switch (type) {
    case TokenType::ALL:
    case TokenType::NO:
    case TokenType::SOME:
    case TokenType::LONE:
    case TokenType::ONE:
    case TokenType::SUM: return true;
    default: return false;
  }
}

/// Reports one syntax error, from the tokens around it.
class Reporter {
 public:
  Reporter(const SyntaxError& error, std::span<const Token> tokens, std::string_view text, model::FileId file,
           model::Diagnostics& diagnostics)
      : found_(static_cast<const Token&>(*error.found)),
        expected_(error.expected),
        tokens_(tokens),
        text_(text),
        file_(file),
        diagnostics_(diagnostics) {
    const bool inside = !tokens.empty() && &found_ >= tokens.data() && &found_ < tokens.data() + tokens.size();
    at_ = inside ? static_cast<std::size_t>(&found_ - tokens.data()) : tokens.size();
  }

  void report() {
    if (declarationsInBlock() || closesNothing() || doubleEquals() || doubleArrow() || operatorBehind() || forAll() ||
        colonForExtends() || semicolonForComma() || exactForExactly() || primeInDeclaredName() || unaryAll() ||
        namelessReason() || namelessOmission() || errorWithoutText() || twoReasons() || integersOfValuation() ||
        keywordAsValuation() || keywordAsName() || inForColon() || callInParentheses() || commaInValuation())
      return;
    model::Diagnostic& diagnostic = error(found_, fmt::format("{}{}", foundInWords(), expectedInWords()));
    if (type(at_ - 1) != Token::endOfInput && isWordOfAlloy6(type(at_ - 1)))
      diagnostic.hints.push_back(
          fmt::format("`{}` is an operator since Alloy 6; it cannot be a name.", textOf(tokens_[at_ - 1])));
    if (expected_.contains(static_cast<ssize_t>(TokenType::COLON)) && type(0) == TokenType::FUN)
      diagnostic.hints.push_back("A function declares the set of its value after `:`, as in `fun f [x: A]: B { ... }`.");
    hintAtHead(diagnostic);
    addHints(diagnostic);
    if (at_ == tokens_.size()) relateToUnclosed(diagnostic);
  }

 private:
  std::uint32_t type(std::size_t index) const { return index < tokens_.size() ? tokens_[index].type : Token::endOfInput; }
  std::string_view textOf(const Token& token) const { return text_.substr(token.begin, token.end - token.begin); }
  bool expects(std::uint32_t type) const { return expected_.contains(static_cast<ssize_t>(type)); }

  model::Diagnostic& error(const Token& token, std::string message) {
    return diagnostics_.error("syntax", {file_, token.begin, token.end}, std::move(message));
  }

  // Explains a declaration in a block: `pred p { x: A }`.
  bool declarationsInBlock() {
    if (type(at_) != TokenType::SET_BRACE || !expects(TokenType::LBRACE)) return false;
    std::size_t colon = at_;
    while (colon < tokens_.size() && type(colon) != TokenType::COLON) ++colon;
    if (colon < tokens_.size() && type(0) == TokenType::VAL)
      error(tokens_[colon],
            "found `:`, but a valuation does not declare relations: it gives values to the relations of the model")
          .hints.push_back(fmt::format("Write `{} = ...`.", textOf(tokens_[colon - 1])));
    else if (colon < tokens_.size())
      error(tokens_[colon], "found `:`, but a block contains formulas, not declarations");
    // There is no colon here if it ended a command's label, because the filter removes such colons. The next paragraph has begun.
    else
      error(tokens_[at_], "this block is not closed before the next paragraph");
    return true;
  }

  bool closesNothing() {
    if (!isClosing(type(at_)) || unclosed()) return false;
    error(tokens_[at_], fmt::format("this `{}` has no opening bracket", textOf(tokens_[at_])));
    return true;
  }

  bool doubleEquals() {
    if (type(at_) != TokenType::EQUALS || type(at_ - 1) != TokenType::EQUALS || tokens_[at_ - 1].end != tokens_[at_].begin)
      return false;
    diagnostics_.error("syntax", {file_, tokens_[at_ - 1].begin, tokens_[at_].end}, "`==` is not an operator of Alloy")
        .hints.push_back("Equality is written `=`.");
    return true;
  }

  // Explains `f <-> g`.
  bool doubleArrow() {
    if (type(at_) != TokenType::ARROW || type(at_ - 1) != TokenType::LESS || tokens_[at_ - 1].end != tokens_[at_].begin)
      return false;
    diagnostics_.error("syntax", {file_, tokens_[at_ - 1].begin, tokens_[at_].end}, "`<->` is not an operator of Alloy")
        .hints.push_back("Equivalence is written `iff` or `<=>`; a symmetric relation is written `a->b + b->a`.");
    return true;
  }

  // Explains an operator that was written after its operand: `a.r*`, `r~ = s`, `r^`.
  bool operatorBehind() {
    if (at_ < 2 || type(at_ - 2) != TokenType::NAME || !expects(TokenType::NAME)) return false;
    const Token& op = tokens_[at_ - 1];
    if ((op.type != TokenType::STAR && op.type != TokenType::CARET && op.type != TokenType::TILDE) ||
        tokens_[at_ - 2].end != op.begin)
      return false;
    error(op, fmt::format("`{}` must be written before its relation, not after it", textOf(op)))
        .hints.push_back(fmt::format("Write `{}{}`.", textOf(op), textOf(tokens_[at_ - 2])));
    return true;
  }

  // Explains `for all x: A | ...`.
  bool forAll() {
    const bool isQuantified = isQuantifierWord(type(at_ + 1)) || type(at_ + 1) == TokenType::QUANTIFIER;
    if (type(at_) != TokenType::FOR || !isQuantified || !unclosed()) return false;
    error(tokens_[at_], fmt::format("`for` must not be written before `{}`", textOf(tokens_[at_ + 1])))
        .hints.push_back(fmt::format("Write `{} x: A | ...`.", textOf(tokens_[at_ + 1])));
    return true;
  }

  // Explains a colon instead of `extends`: `sig A : B { ... }`.
  bool colonForExtends() {
    if (type(at_) != TokenType::COLON || type(at_ - 2) != TokenType::SIG || type(at_ - 1) != TokenType::NAME) return false;
    const std::string_view parent = type(at_ + 1) == TokenType::NAME ? textOf(tokens_[at_ + 1]) : "B";
    error(tokens_[at_], "the parent of a signature is written after `extends` or `in`, not after `:`")
        .hints.push_back(fmt::format("Write `sig {0} extends {1}`, or `sig {0} in {1}` for a subset that may overlap others.",
                                     textOf(tokens_[at_ - 1]), parent));
    return true;
  }

  // Explains a semicolon between fields: `sig A { r: set A; s: set A }`.
  bool semicolonForComma() {
    const std::size_t name = type(at_) == TokenType::COLON ? at_ - 1 : at_;
    if (type(name) != TokenType::NAME || type(name + 1) != TokenType::COLON || type(name - 1) != TokenType::SEMICOLON)
      return false;
    error(tokens_[name - 1], "`;` does not separate declarations").hints.push_back("Declarations are separated by `,`.");
    return true;
  }

  // Explains `exact` instead of `exactly`: `for exact 3 A` (`exact` could be a valuation's name) and `for 3 but exact 3 A`.
  bool exactForExactly() {
    const std::size_t word = type(at_) == TokenType::NUMBER && type(at_ - 2) == TokenType::FOR ? at_ - 1 : at_;
    if (type(word) != TokenType::NAME || textOf(tokens_[word]) != "exact" || (word == at_ && !expects(TokenType::NUMBER)))
      return false;
    error(tokens_[word], "the word for an exact scope is `exactly`, not `exact`").hints.push_back("Write `for exactly 3 A`.");
    return true;
  }

  // Explains a declared name with a prime: `all s, s': State | ...`, `pred p [s': State]`, `some s': State | ...`.
  bool primeInDeclaredName() {
    std::size_t prime = at_;
    if (type(at_) == TokenType::COLON) --prime;
    if (isQuantifierWord(type(at_))) {
      ++prime;
      while (type(prime) == TokenType::NAME || type(prime) == TokenType::COMMA || type(prime) == TokenType::DISJ) ++prime;
      if (prime == at_ + 1) return false;
    }
    if (type(prime) != TokenType::PRIME || (prime == at_ && type(at_ - 1) != TokenType::NAME)) return false;
    const std::string_view name = type(prime - 1) == TokenType::NAME ? textOf(tokens_[prime - 1]) : std::string_view();
    error(tokens_[prime], fmt::format("the declared name `{}'` cannot contain a prime", name))
        .hints.push_back("Since Alloy 6 a prime means the value in the next state; --alloy5 reads primes as parts of names.");
    return true;
  }

  bool unaryAll() {
    if (type(at_) != TokenType::ALL) return false;
    if (type(at_ + 1) == TokenType::NAME && (type(at_ + 2) == TokenType::IN || type(at_ + 2) == TokenType::COMMA))
      return inForColon();
    model::Diagnostic& diagnostic = error(tokens_[at_], "`all` must be followed by a variable and its bound: `all x: e | f`");
    if (const char* meant = type(at_ + 1) == TokenType::NAME ? multiplicityOfAlloy3(textOf(tokens_[at_ + 1])) : nullptr)
      diagnostic.hints.push_back(meant);
    else if (type(at_ + 1) == TokenType::NAME)
      diagnostic.hints.push_back(fmt::format("For the set of all atoms of a signature, write only the signature's name: `{}`.",
                                             textOf(tokens_[at_ + 1])));
    return true;
  }

  // Explains a wrong part after `because`: `because F`, `because pred P`, `because declaration f`.
  bool namelessReason() {
    if (type(at_ - 1) != TokenType::BECAUSE) return false;
    const std::string_view word = at_ < tokens_.size() ? textOf(tokens_[at_]) : "";
    const std::string_view name = type(at_ + 1) == TokenType::NAME ? textOf(tokens_[at_ + 1]) : "";
    static const std::map<std::string_view, std::string_view> meant = {{"pred", "predicate"},
                                                                       {"assert", "assertion"},
                                                                       {"declaration", "declaration of"},
                                                                       {"scope", "scope of"},
                                                                       {"field", "declaration of"}};
    model::Diagnostic& diagnostic = error(found_, "`because` must be followed by a kind and a name, such as `fact F`");
    if (const auto better = meant.find(word); better != meant.end() && !name.empty())
      diagnostic.hints.push_back(fmt::format("Write `because {} {}`.", better->second, name));
    else
      diagnostic.hints.push_back(
          "After `because`, write `fact F`, `sig S`, `declaration of f`, `predicate P`, `assertion A` or `scope of S`.");
    return true;
  }

  // Explains a wrong part after `without`: `without F { ... }`, `without pred p { ... }`.
  bool namelessOmission() {
    if (type(at_ - 1) != TokenType::WITHOUT) return false;
    error(found_, "`without` must be followed by `fact NAME` or `sig NAME`")
        .hints.push_back("write `without fact F { ... }`, or `without sig S { ... }` to leave out the block after signature S");
    return true;
  }

  // Explains `expect error` without a text, in a test.
  bool errorWithoutText() {
    const std::size_t word = type(at_) == TokenType::EXPECT ? at_ + 1 : at_;
    if (type(word - 1) != TokenType::EXPECT || type(word) != TokenType::NAME || textOf(tokens_[word]) != "error") return false;
    if (type(0) == TokenType::TEST && !unclosed()) {
      error(tokens_[word], "`expect error` must be inside the braces, after the statement")
          .hints.push_back("`test \"...\" { v satisfies p expect error \"bit width\" }`");
      return true;
    }
    if (type(word + 1) == TokenType::STRING) {
      error(tokens_[word], "only a test can expect an error")
          .hints.push_back(fmt::format("`test \"...\" {{ run p expect error {} }}`", textOf(tokens_[word + 1])));
      return true;
    }
    error(tokens_[word], "`expect error` must be followed by a part of the error message, in quotes")
        .hints.push_back("Choose a part that no other error message has, for example `expect error \"bit width\"`.");
    return true;
  }

  bool twoReasons() {
    const bool behindError = type(at_) == TokenType::BECAUSE && type(at_ - 2) == TokenType::EXPECT_ERROR;
    if (type(at_) != TokenType::EXPECT_ERROR && !behindError) return false;
    error(tokens_[at_], "a statement can have `because` or `expect error`, not both")
        .hints.push_back("`because` names the reason for a negative outcome; with `expect error` there is no outcome.");
    return true;
  }

  // Explains a wrong scope of a valuation: `val v for 6 { ... }`, `val v for 3 but 6 int { ... }`, `val v for 6 int extends a {
  // ... }`.
  bool integersOfValuation() {
    if (type(0) == TokenType::VAL && type(at_) == TokenType::EXTENDS && expects(TokenType::LBRACE)) {
      error(tokens_[at_], "`extends` must follow the name of the valuation")
          .hints.push_back("Write `val b extends a for 6 int { ... }`.");
      return true;
    }
    if (type(at_ - 1) != TokenType::NUMBER || type(at_ - 2) != TokenType::FOR) return false;
    std::size_t val = at_ - 2;
    while (val > 0 && type(val) != TokenType::VAL && !isOpening(type(val))) --val;
    if (type(val) != TokenType::VAL) return false;
    error(found_, "`for` before a valuation can only give the scopes of `int` and `seq`")
        .hints.push_back(
            fmt::format("Write `val {} for 6 int {{ ... }}`. Signatures need no scope: the valuation lists their atoms.",
                        textOf(tokens_[val + 1])));
    return true;
  }

  // Explains a keyword as the name of a valuation: `val one { ... }`.
  bool keywordAsValuation() {
    if (type(at_) != TokenType::NAME || textOf(tokens_[at_]) != "val" || !isOfLanguage(type(at_ + 1))) return false;
    error(tokens_[at_ + 1], fmt::format("`{}` is a keyword and cannot be a name", textOf(tokens_[at_ + 1])));
    return true;
  }

  bool keywordAsName() {
    if (at_ == tokens_.size() || !isOfLanguage(type(at_)) || !expects(TokenType::NAME)) return false;
    const bool startsParagraph = expects(TokenType::SIG);
    if (startsParagraph && !isWordOfAlloy6(type(at_))) return false;
    model::Diagnostic& diagnostic =
        error(tokens_[at_], fmt::format("`{}` is a keyword and cannot be a name", textOf(tokens_[at_])));
    if (isWordOfAlloy6(type(at_))) diagnostic.hints.push_back("It is a keyword since Alloy 6; --alloy5 reads it as a name.");
    return true;
  }

  // Explains `in` instead of a colon: `some x in A | ...` was read as the formula `(some x) in A`.
  bool inForColon() {
    if (type(at_) != TokenType::BAR && type(at_) != TokenType::ALL) return false;
    std::size_t quantifier = at_;
    while (quantifier > 0 && !isQuantifierWord(type(quantifier)) && !isOpening(type(quantifier - 1))) --quantifier;
    const auto open = unclosed();
    const bool isSet = type(at_) == TokenType::BAR && open && quantifier == *open + 1 && type(*open) != TokenType::LPAREN;
    if (isSet && !isQuantifierWord(type(quantifier))) return inOfComprehension(quantifier);
    if (!isQuantifierWord(type(quantifier)) || type(quantifier + 1) != TokenType::NAME) return false;
    std::size_t in = quantifier + 1;
    while (type(in) == TokenType::NAME || type(in) == TokenType::COMMA) ++in;
    if (type(in) != TokenType::IN) return false;
    error(tokens_[in], fmt::format("the variable after `{}` is declared with `:`, not `in`", textOf(tokens_[quantifier])))
        .hints.push_back(fmt::format("Write `{} {}: ...`.", textOf(tokens_[quantifier]), textOf(tokens_[quantifier + 1])));
    return true;
  }

  // Explains `in` instead of a colon in a comprehension: `{ x in A | ... }`.
  bool inOfComprehension(std::size_t first) {
    std::size_t in = first;
    while (type(in) == TokenType::NAME || type(in) == TokenType::COMMA) ++in;
    if (in == first || type(in) != TokenType::IN) return false;
    error(tokens_[in], "the variable of a set `{ x: A | ... }` is declared with `:`, not `in`")
        .hints.push_back(fmt::format("Write `{{ {}: ... | ... }}`.", textOf(tokens_[first])));
    return true;
  }

  // Explains a comma in a valuation: `val v { A = {a, b} }`, `val v { A = a, B = b }`.
  bool commaInValuation() {
    const std::optional<std::size_t> open = unclosed();
    if (type(at_) == TokenType::COMMA && open && type(0) == TokenType::VAL && type(*open) == TokenType::LPAREN) {
      error(tokens_[at_], "a tuple is written with arrows, not in parentheses").hints.push_back("Write `A->B`.");
      return true;
    }
    if (type(at_) != TokenType::COMMA || !open || *open < 2 || textOf(tokens_[*open]) != "{") return false;
    if (type(*open - 1) == TokenType::EQUALS) {
      error(tokens_[at_], "a comma cannot separate the elements of a set")
          .hints.push_back("Write unions: `N0 + N1` for a set, `N0->N1 + N1->N2` for a relation.");
      return true;
    }
    const std::string_view word = textOf(tokens_[*open - 2]);
    if (word != "val" && word != "extends" && textOf(tokens_[*open - 1]) != "state") return false;
    if (type(at_ - 1) == TokenType::NAME && type(at_ + 1) == TokenType::NAME && type(at_ + 2) != TokenType::EQUALS) {
      error(tokens_[at_], "a comma cannot separate the elements of a set")
          .hints.push_back(fmt::format("Write a union: `{} + {}`.", textOf(tokens_[at_ - 1]), textOf(tokens_[at_ + 1])));
      return true;
    }
    error(tokens_[at_], "a comma cannot separate the relations of a valuation")
        .hints.push_back("Write the relations side by side, or on separate lines: `A = a  B = b`.");
    return true;
  }

  // Explains a call in parentheses: `p(a, b)`.
  bool callInParentheses() {
    if (type(at_) != TokenType::COMMA) return false;
    const std::optional<std::size_t> open = unclosed();
    if (!open || *open == 0 || type(*open) != TokenType::LPAREN) return false;
    const Token& callee = tokens_[*open - 1];
    if ((callee.type != TokenType::NAME && callee.type != TokenType::QUALIFIED_NAME) || callee.end != tokens_[*open].begin)
      return false;
    error(tokens_[at_], "`,` is not allowed between parentheses")
        .hints.push_back(fmt::format("Arguments are written in brackets: `{}[...]`.", textOf(callee)));
    return true;
  }

  // Adds hints about the head of a paragraph: `pred p [x: A]: B { ... }`, `enum E = A | B`, `assert A = { ... }`.
  void hintAtHead(model::Diagnostic& diagnostic) const {
    if (!expects(TokenType::LBRACE) || (type(at_) != TokenType::COLON && type(at_) != TokenType::EQUALS)) return;
    const bool isBlock = type(0) == TokenType::PRED || type(0) == TokenType::FACT || type(0) == TokenType::ASSERT;
    if (type(0) == TokenType::PRED && type(at_) == TokenType::COLON)
      diagnostic.hints.push_back("A predicate has no value. Write a function: `fun f [x: A]: B { ... }`.");
    else if (type(0) == TokenType::ENUM)
      diagnostic.hints.push_back(fmt::format("Write `enum {} {{ A, B }}`.", textOf(tokens_[1])));
    else if (isBlock && isOpening(type(at_ + 1)))
      diagnostic.hints.push_back(fmt::format("Leave out the `{}` before the block.", textOf(tokens_[at_])));
  }

  // Adds hints about a declaration or scope: `all x: A, f[x]`, `f: A lone`, `for 3 but int 5`.
  template <typename Hint>
  void hintAtDeclaration(const Hint& hint) const {
    const bool isMultiplicity = type(at_) == TokenType::LONE || type(at_) == TokenType::ONE || type(at_) == TokenType::SOME;
    if (type(at_ - 1) == TokenType::NAME && type(at_ - 2) == TokenType::COMMA && expects(TokenType::COLON) &&
        expects(TokenType::COMMA) && type(at_) != TokenType::NAME)
      hint("`|` separates the variables from the formula: `all x: A | f`.");
    if (isMultiplicity && type(at_ - 1) == TokenType::NAME && type(at_ - 2) == TokenType::COLON)
      hint(fmt::format("The multiplicity comes first: `{} {}`.", textOf(tokens_[at_]), textOf(tokens_[at_ - 1])));
    if (expects(TokenType::NUMBER) && type(at_ + 1) == TokenType::NUMBER && !expects(TokenType::LPAREN))
      hint(fmt::format("Write `{} {}`.", textOf(tokens_[at_ + 1]), textOf(tokens_[at_])));
  }

  void addHints(model::Diagnostic& diagnostic) const {
    const auto hint = [&](std::string text) { diagnostic.hints.push_back(std::move(text)); };
    const bool atParagraph = type(at_) == TokenType::NAME && expects(TokenType::SIG) && expects(TokenType::FACT);
    if (atParagraph && textOf(tokens_[at_]) == "val")
      hint("A valuation is written `val name { ... }`.");
    else if (atParagraph && textOf(tokens_[at_]) == "test")
      hint("A test is written `test \"name\" { ... }`.");
    else if (atParagraph)
      hintAtParagraph(hint);
    if (expects(TokenType::SKIP_MARK) && type(at_) == TokenType::NAME) {
      if (textOf(tokens_[at_]) == "skip" || textOf(tokens_[at_]) == "xfail")
        hint(fmt::format("`{0}` needs a reason: `{0} \"reason\"`.", textOf(tokens_[at_])));
      else
        suggest({"skip", "xfail"}, hint);
    }
    hintAtScope(hint);
    hintAtDeclaration(hint);
    if (type(at_) == TokenType::LPAREN && type(at_ - 1) == TokenType::NAME && tokens_[at_ - 1].end == tokens_[at_].begin &&
        !isCommand(at_ - 2))
      hint(fmt::format("Arguments are written in brackets: `{}[...]`.", textOf(tokens_[at_ - 1])));
    hintAtOtherDialects(hint);
    if (type(at_) == TokenType::PRIME && expects(TokenType::NUMBER) && !expects(TokenType::DOT))
      hint("Strings are written in double quotes.");
    if (type(at_) == TokenType::NAME && type(at_ + 1) == TokenType::COLON && expects(TokenType::RBRACE))
      hint("Declarations are separated by `,`.");
    if (type(at_ - 1) == TokenType::INT && expects(TokenType::LPAREN))
      hint("`int[s]` is the sum of the integers in `s`; the set of all integers is `Int`.");
    if (type(at_) == TokenType::LBRACE && expects(TokenType::VALUATION_BRACE))
      hint("A valuation must be followed by `satisfies`, `violates`, `valid`, `invalid` or `gives`.");
    hintAtCount(hint);
    hintAtTable(hint);
    if (type(at_ - 1) == TokenType::NAME && expects(TokenType::SATISFIES)) {
      if (type(at_) == TokenType::EQUALS ||
          (at_ < tokens_.size() && (textOf(tokens_[at_]) == "with" || textOf(tokens_[at_]) == "but")))
        hint("A changed valuation is written `v { link + N0->N1 }`.");
      else if (at_ + 1 < tokens_.size() && textOf(tokens_[at_]) == "is")
        hint(fmt::format("Write `{} {}`.", textOf(tokens_[at_ - 1]), textOf(tokens_[at_ + 1])));
      else if (type(at_) == TokenType::NAME && textOf(tokens_[at_]).starts_with("satisf"))
        hint("did you mean `satisfies`?");
      else
        suggest({"satisfies", "violates", "valid", "invalid", "gives"}, hint);
      // After `satisfies`, a misspelt operator parses as a predicate, and the name after it as the subject of the next statement.
      if (type(at_ - 2) == TokenType::NAME && (type(at_ - 3) == TokenType::SATISFIES || type(at_ - 3) == TokenType::VIOLATES))
        if (const std::string question =
                model::didYouMean(textOf(tokens_[at_ - 2]),
                                  {"after", "always", "before", "eventually", "historically", "not", "once", "some", "all"});
            !question.empty())
          hint(question);
    }
    if (type(at_) != TokenType::COLON || type(at_ - 1) != TokenType::NAME) return;
    if (type(at_ - 2) == TokenType::SEMICOLON) hint("Declarations are separated by `,`.");
    if (type(at_ + 1) == TokenType::EQUALS && expects(TokenType::PLUS)) hint("Equality is written `=`.");
    if (at_ >= 2 && textOf(tokens_[at_ - 2]) == "none") hint("Write `no` for `none`.");
    if (type(at_ - 2) != TokenType::NAME) return;
    if (textOf(tokens_[at_ - 2]) == "exists") hint("Write `some` for `exists`.");
    if (textOf(tokens_[at_ - 2]) == "forall") hint("Write `all` for `forall`.");
  }

  // Returns the hint for a multiplicity word of Alloy 2 or 3; null for other words.
  static const char* multiplicityOfAlloy3(std::string_view word) {
    static const std::map<std::string_view, const char*> words = {
        {"part", "`part` is Alloy 3: write `disj x, y: e`, and `x + y = e` as a fact."},
        {"partition", "`partition` is Alloy 3: write `disj x, y: e`, and `x + y = e` as a fact."},
        {"exh", "`exh` is Alloy 3: write `x, y: e`, and `x + y = e` as a fact."},
        {"exhaustive", "`exhaustive` is Alloy 3: write `x, y: e`, and `x + y = e` as a fact."},
        {"option", "`option` is Alloy 2: write `lone`."},
        {"sole", "`sole` is Alloy 2: write `lone`."},
        {"scalar", "`scalar` is Alloy 2: write `one`."}};
    const auto found = words.find(word);
    return found == words.end() ? nullptr : found->second;
  }

  // Adds hints about syntax of Alloy 2, Alloy 3 and extensions, which no version since Alloy 4.0 allows.
  template <typename Hint>
  void hintAtOtherDialects(const Hint& hint) const {
    const auto wordAt = [&](std::size_t index) { return index < tokens_.size() ? textOf(tokens_[index]) : std::string_view(); };
    if (type(at_) == TokenType::DISJ && expects(TokenType::SIG))
      hint("`disj` before `sig` is Alloy 2: signatures that extend the same signature are disjoint anyway.");
    if (const char* meant = multiplicityOfAlloy3(wordAt(at_ - 1))) hint(meant);
    if (type(at_) == TokenType::LESS && type(at_ - 2) == TokenType::MODULE)
      hint(fmt::format("The parameters of a module are written in brackets: `{}[...]`.", wordAt(at_ - 1)));
    if ((type(at_) == TokenType::COMMA || type(at_) == TokenType::PLUS) && type(at_ - 2) == TokenType::EXTENDS)
      hint(fmt::format("A signature can extend only one other. To declare a subset of several write `in {} + ...`.",
                       wordAt(at_ - 1)));
    if (type(at_) == TokenType::NOT) hint("The multiplicity `!` is Alloy 2: write `one` first.");
    if (isOpening(type(at_)) && textOf(tokens_[at_]) == "{" && expects(TokenType::NUMBER))
      hint("Scopes in braces are Alloy*: write `4 Int`.");
    if (type(at_) == TokenType::BAR && wordAt(at_ - 2) == "with")
      hint(fmt::format("`with` is Alloy 3: write `{}.` before fields.", wordAt(at_ - 1)));
    else if (type(at_) == TokenType::BAR)
      hint("A second `|` is Alloy*: write `implies`, or `and` after `some`.");
    if (type(at_) == TokenType::COMMA && expects(TokenType::RBRACE) && isBehindArrow())
      hint("`a => b, c` is Alloy 3: write `a => b else c`.");
  }

  // Whether a `=>` precedes the current token, without a bracket between the two.
  bool isBehindArrow() const {
    for (std::size_t i = at_; i-- > 0 && !isOpening(type(i)) && !isClosing(type(i));)
      if (type(i) == TokenType::IMPLIES) return true;
    return false;
  }

  // Adds hints about words of other languages and misspelt keywords.
  template <typename Hint>
  void hintAtParagraph(const Hint& hint) const {
    static const std::map<std::string_view, const char*> others = {
        {"static", "`static` is Alloy 2: write `one`."},
        {"part", "`part` is Alloy 2: write `abstract` before the signature that is extended."},
        {"partition", "`partition` is Alloy 2: write `abstract` before the signature that is extended."},
        {"disjoint", "`disjoint` before `sig` is Alloy 2: signatures that extend the same signature are disjoint anyway."},
        {"det", "`det` is Alloy 2: a function needs no word before `fun`."},
        {"uses", "`uses` is older than Alloy 4: write `open`."},
        {"event", "`event` is an extension of Electrum: write a predicate."},
        {"act", "`act` is an extension of Electrum: write a predicate."},
        {"action", "`action` is an extension of Electrum: write a predicate."},
        {"atomsig", "`atomsig` is Alloy*: write `one sig`."},
        {"function", "Write `fun` for `function`."},
        {"predicate", "Write `pred` for `predicate`."},
        {"assertion", "Write `assert` for `assertion`."},
        {"signature", "Write `sig` for `signature`."},
        {"import", "Write `open` for `import`."},
        {"expects", "Write `expect` for `expects`."}};
    if (const auto found = others.find(textOf(tokens_[at_])); found != others.end())
      hint(found->second);
    else
      suggest(paragraphWords(), hint);
  }

  bool isCommand(std::size_t index) const { return type(index) == TokenType::RUN || type(index) == TokenType::CHECK; }

  // Adds hints about arguments and scopes of a command: `run p[A]`, `run p(A)`, `for 3 but 2 A, B`.
  template <typename Hint>
  void hintAtScope(const Hint& hint) const {
    const bool bracket = type(at_) == TokenType::LBRACKET || type(at_) == TokenType::LPAREN;
    if (bracket && isCommand(at_ - 2)) {
      const std::string_view target = textOf(tokens_[at_ - 1]);
      hint(fmt::format("A command cannot have arguments: write `run {}`, or a block, `run {{ {}[...] }}`.", target, target));
    }
    if (type(at_) == TokenType::NAME && type(at_ - 1) == TokenType::COMMA && expects(TokenType::EXACTLY))
      hint("Each signature in a scope has its own number: `2 A, 2 B`.");
  }

  // Adds hints about `expect 3 instances` outside of a test. In a test, adds hints about a wrong word, as in `expect 3 solutions`
  // or `expect 3 instances up to symetry`. The parser took the wrong word for the name of a valuation, which begins a statement.
  template <typename Hint>
  void hintAtCount(const Hint& hint) const {
    const std::size_t name = type(at_) == TokenType::NAME && expects(TokenType::SIG) ? at_ : at_ - 1;
    if (type(name) != TokenType::NAME) return;
    if (type(name - 1) == TokenType::INSTANCES)
      hint("`up to symmetry` may follow `instances`.");
    else if (type(name - 1) == TokenType::NUMBER && type(name - 2) == TokenType::EXPECT)
      hint(fmt::format("{}: `test \"...\" {{ run p for 3 expect {} instances }}`.",
                       name == at_ ? "Only a test can expect a number of instances" : "Write `instances`",
                       textOf(tokens_[name - 1])));
  }

  // Adds hints about a wrong table: `for v { ... }`, `for v in { a, b }`, `for v in { { A = a ... } }`.
  template <typename Hint>
  void hintAtTable(const Hint& hint) const {
    if (type(0) != TokenType::TEST) return;
    const std::optional<std::size_t> open = unclosed();
    const auto isTable = [&](std::optional<std::size_t> brace) {
      return brace && *brace > 0 && type(*brace - 1) == TokenType::IN;
    };
    if (!open && (expects(TokenType::IN) || type(at_ - 1) == TokenType::IN))
      hint("A table is written `test \"...\" for v, n in { (a, 1) (b, 2) } { ... }`.");
    else if (type(at_) == TokenType::COMMA && isTable(open))
      hint("Write rows side by side, the cells of each row in parentheses: `{ (a, 1) (b, 2) }`.");
  }

  static std::vector<std::string> paragraphWords() {
    return {"abstract", "assert", "check",   "enum", "fact", "fun", "let", "module",
            "open",     "pred",   "private", "run",  "sig",  "val", "test"};
  }

  /// Suggests the keyword that is nearest to the offending word.
  template <typename Hint>
  void suggest(const std::vector<std::string>& words, const Hint& hint) const {
    if (type(at_) != TokenType::NAME) return;
    if (const std::string question = model::didYouMean(textOf(tokens_[at_]), words); !question.empty()) hint(question);
  }

  /// Returns the index of the innermost bracket that is open at the error.
  std::optional<std::size_t> unclosed() const {
    std::size_t closed = 0;
    for (std::size_t i = at_; i-- > 0;) {
      if (isClosing(type(i)))
        ++closed;
      else if (isOpening(type(i)) && closed-- == 0)
        return i;
    }
    return std::nullopt;
  }

  void relateToUnclosed(model::Diagnostic& diagnostic) {
    if (const std::optional<std::size_t> open = unclosed())
      diagnostic.related.push_back(
          {{file_, tokens_[*open].begin, tokens_[*open].end}, fmt::format("this `{}` is not closed", textOf(tokens_[*open]))});
  }

  std::string foundInWords() const {
    const std::string_view found = textOf(found_);
    if (found.empty()) return "the file ends here";
    switch (found_.type) {
      case TokenType::NAME:
      case TokenType::QUALIFIED_NAME: return fmt::format("found the name `{}`", found);
      case TokenType::NUMBER: return fmt::format("found the number {}", found);
      case TokenType::STRING: return fmt::format("found the string {}", found.size() > 40 ? "\"...\"" : found);
      default: return fmt::format("found `{}`", found);
    }
  }

  std::string expectedInWords() const {
    std::vector<std::string> words;
    const auto say = [&](std::uint32_t type, std::string_view word) {
      if (expects(type)) words.emplace_back(word);
    };
    const bool expression = expects(TokenType::LPAREN) && expects(TokenType::NUMBER);
    const bool afterExpression = expects(TokenType::DOT) && expects(TokenType::PLUS);
    const bool paragraph = expects(TokenType::SIG) && expects(TokenType::FACT);
    say(TokenType::RBRACE, "`}`");
    if (!expression || afterExpression) say(TokenType::RPAREN, "`)`");
    say(TokenType::RBRACKET, "`]`");
    if (afterExpression) {
      words.emplace_back("an operator");
      if (expression) words.emplace_back("another formula");
    } else if (expression) {
      words.emplace_back("an expression");
    } else {
      // After `for`, the message does not offer "a name": it would be a valuation's name, which only test files allow there.
      const bool isScope = at_ > 0 && type(at_ - 1) == TokenType::FOR;
      if (!isScope) say(TokenType::NAME, "a name");
      say(TokenType::NUMBER, "a number");
      say(TokenType::STRING, "a string");
      say(TokenType::LBRACE, "`{`");
      say(TokenType::LPAREN, "parameters in `[ ]`");
      say(TokenType::EQUALS, "`=`");
    }
    say(TokenType::COLON, "`:`");
    if (!afterExpression) say(TokenType::COMMA, "`,`");
    if (!afterExpression && type(0) == TokenType::TEST) say(TokenType::IN, "`in`");
    say(TokenType::BAR, "`|`");
    if (paragraph) {
      words.emplace_back("a paragraph (sig, fact, pred, fun, assert, run, check ...)");
    } else {
      say(TokenType::SIG, "`sig`");
      say(TokenType::SATISFIES, "`satisfies`, `violates`, `valid`, `invalid` or `gives`");
    }
    if (words.empty()) return found_.begin == found_.end ? " before the paragraph is complete" : ", which is not allowed here";
    std::string joined = words[0];
    for (std::size_t i = 1; i < words.size(); ++i) joined += (i + 1 == words.size() ? " or " : ", ") + words[i];
    return fmt::format("; expected {}", joined);
  }

  const Token& found_;
  const antlr4::misc::IntervalSet& expected_;
  std::span<const Token> tokens_;
  std::string_view text_;
  model::FileId file_;
  model::Diagnostics& diagnostics_;
  std::size_t at_ = 0;  // index of the offending token; tokens_.size() if the error is at the end of the text
};

}  // namespace

void report(const SyntaxError& error, std::span<const Token> tokens, std::string_view text, model::FileId file,
            model::Diagnostics& diagnostics) {
  Reporter(error, tokens, text, file, diagnostics).report();
}

}  // namespace aunit::parser::alloy
