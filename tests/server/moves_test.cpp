#include "server/texts/moves.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace aunit::server {
namespace {

using Side = Moves::Side;
constexpr Encoding units = Encoding::utf16;

TextPosition place(std::uint32_t line, std::uint32_t character) {
  return {line, character};
}

TEST(MovesTest, WhatStandsBehindAnEditMovesAndWhatStandsBeforeStays) {
  const std::string text = "one two\nthree\n";
  Moves moves;
  moves.add(1, editOf(text, 4, 7, "a\nb", units));  // "one a\nb\nthree\n"
  EXPECT_EQ(moves.forward(place(0, 2), Side::behind, 0), place(0, 2));
  EXPECT_EQ(moves.forward(place(0, 6), Side::behind, 0), place(0, 4)) << "it is no more";
  EXPECT_EQ(moves.forward(place(0, 7), Side::before, 0), place(1, 1));
  EXPECT_EQ(moves.forward(place(1, 3), Side::before, 0), place(2, 3));
  EXPECT_EQ(moves.backward(place(2, 3), 0), place(1, 3));
  EXPECT_EQ(moves.forward(place(1, 3), Side::before, 1), place(1, 3)) << "nothing has changed since";
}

TEST(MovesTest, PositionsInAValueMove) {
  Moves moves;
  moves.add(7, editOf("x", 0, 0, "\n", units));
  const Json range = {{"start", toJson(place(0, 0))}, {"end", toJson(place(0, 1))}};
  const Json moved = moves.forward(Json::array({{{"range", range}, {"line", "no position"}}}), 3);
  EXPECT_EQ(moved[0]["range"]["start"], toJson(place(1, 0))) << "what is put in front of it";
  EXPECT_EQ(moved[0]["range"]["end"], toJson(place(1, 1)));
  EXPECT_EQ(moved[0]["line"], "no position");
  moves.forgetUpTo(7);
  EXPECT_EQ(moves.forward(range, 3), range);
}

TEST(MovesTest, TheEditBetweenTwoTextsLeavesCharactersWhole) {
  const TextEdit edit = editBetween("a \u00e4 b", "a \u00e5 b", units);  // the first of two bytes is equal
  EXPECT_EQ(edit.begin, place(0, 2));
  EXPECT_EQ(edit.end, place(0, 3));
  EXPECT_EQ(edit.newEnd, place(0, 3));
  const TextEdit tail = editBetween("\U0001d6fc", "\U0001d7bc", units);  // four bytes each; the last one is equal
  EXPECT_EQ(tail.begin, place(0, 0));
  EXPECT_EQ(tail.end, place(0, 2));
}

/// If all letters of a text are different, each letter can be found after random edits, unless it was deleted.
TEST(MovesTest, EachLetterOfRandomTextsIsFoundAgain) {
  std::mt19937 random(1);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % (n + 1)); };
  for (int round = 0; round < 300; ++round) {
    std::string text, letters = "abcdefghijklmnopqrstuvwxyz";
    for (const char letter : letters) text += std::string(random() % 4 == 0 ? 1 : 0, '\n') + letter;
    const std::string before = text;
    Moves moves;
    for (std::uint64_t revision = 1; revision <= 4; ++revision) {
      const std::size_t begin = below(text.size()), end = begin + below(std::min<std::size_t>(3, text.size() - begin));
      const std::string replacement = std::string(below(2), '\n') + std::string(below(3), '0');
      std::string next = text;
      next.replace(begin, end - begin, replacement);
      moves.add(revision, random() % 2 == 0 ? editOf(text, begin, end, replacement, units) : editBetween(text, next, units));
      text = next;
    }
    for (const char letter : letters) {
      const std::size_t now = text.find(letter);
      if (now == std::string::npos) continue;
      const TextPosition was = positionOf(before, before.find(letter), units), is = positionOf(text, now, units);
      EXPECT_EQ(moves.backward(is, 0), was) << letter << "\n" << before << "\n---\n" << text;
      EXPECT_EQ(offsetOf(text, is, units), now);
      EXPECT_EQ(moves.forward(was, Side::behind, 0), is) << letter << "\n" << before << "\n---\n" << text;
      EXPECT_EQ(moves.forward({was.line, was.character + 1}, Side::before, 0), (TextPosition{is.line, is.character + 1}))
          << letter << "\n"
          << before << "\n---\n"
          << text;
    }
  }
}

}  // namespace
}  // namespace aunit::server
