// Recognition of the test language's words, and of the AUnit Analyzer's marks, in the row of tokens: they are keywords only if
// they are expected, and names everywhere else.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/test.h"
#include "parser/alloy/tokens/token_row.h"

namespace aunit::parser::alloy {

class TestWords {
 public:
  explicit TestWords(TokenRow& row) : row_(row) {}

  /// Delivers the next token of the row if it is a word of the test language here.
  bool read();
  // The callers of these deliver the next token themselves.
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
  bool inValuation_ = false;  // from `val` to its closing brace
  int itemsDepth_ = 0;        // the depth of a valuation's items; 0: outside of them
  enum class Part { none, header, tableHeader, table, body } part_ = Part::none;  // of a test
  int bodyDepth_ = 1;                                                             // 2: in `without fact F { ... }`
  bool inLog_ = false;      // from `log`, or a mapping, to its closing brace
  bool inPath_ = false;     // of a log: behind a word that a place follows
  std::size_t verbAt_ = 0;  // of the statement whose subjects are being read
};

}  // namespace aunit::parser::alloy
