// Recognises the words of the test language, and the AUnit Analyzer's marks, among the tokens. These words are keywords only
// where the test language expects them, and names everywhere else.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/test.h"
#include "parser/alloy/tokens/token_row.h"

namespace aunit::parser::alloy {

class TestWords {
 public:
  explicit TestWords(TokenRow& row) : row_(row) {}

  /// If the next token is a keyword of the test language at this position, delivers it and returns true. Else returns false.
  bool read();
  // These functions only update the state: their callers deliver the token.
  void beginParagraph();
  void beforeFor();
  void beforeOpeningBrace();
  void behindClosingBracket();

 private:
  bool readParagraphWord();
  bool mark();
  bool stateOrLoop();
  bool instances();
  bool expectedError();
  bool because();
  bool without();
  bool named();
  bool deliverNamed(model::Named what, std::size_t count = 1);
  bool opensValuation(std::size_t index) const;
  bool valuationInCell();
  bool statesValuation(std::size_t brace) const;
  bool openValuation();
  bool subject();
  bool beginsItem() const;
  bool ellipsis();
  bool beginsStatement() const;
  bool findVerb(std::size_t first);
  std::size_t endOfName(std::size_t index) const;
  std::size_t behindBrace(std::size_t index) const;
  std::uint32_t verb(std::size_t index) const;
  bool analyzerMark();
  bool logWord();
  bool beginsLogItem() const;
  bool beginsPattern(std::size_t index) const;
  bool inItems() const { return itemsDepth_ != 0 && row_.depth() == itemsDepth_; }
  bool inBody() const { return part_ == Part::body && row_.depth() == bodyDepth_; }
  std::uint32_t type(std::size_t index) const { return row_.type(index); }
  bool isWord(std::size_t index, std::string_view word) const { return row_.isWord(index, word); }

  TokenRow& row_;
  bool inValuation_ = false;  // between `val` and its closing brace
  int itemsDepth_ = 0;        // depth of the brackets around a valuation's items; 0 outside of a valuation
  /// The part of a test that is being read.
  enum class Part { none, header, tableHeader, table, body } part_ = Part::none;
  int bodyDepth_ = 1;       // depth of the brackets around statements; 2 in `without fact F { ... }`
  bool inLog_ = false;      // from `log`, or from the start of a mapping, to its closing brace
  bool inPath_ = false;     // in a log: after a word such as `from`, and inside the path after it
  std::size_t verbAt_ = 0;  // index of the verb of the statement whose subjects are being read
};

}  // namespace aunit::parser::alloy
