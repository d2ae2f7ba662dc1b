// The layout of Alloy texts.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/files.h"
#include "parser/alloy/format.h"
#include "parser/alloy/print.h"
#include "tests/folders.h"
#include "tests/parser/syntax_support.h"
#include "tests/recorded.h"

namespace aunit::parser::alloy {
namespace {

std::string laidOut(std::string_view text) {
  return formatted(text).value_or("nothing");
}

TEST(Format, BlanksAndIndentation) {
  EXPECT_EQ(laidOut("sig A{f :set A ,g: one A}\n"
                    "fact{ all x:A|some x.f=>x.g=x\n"
                    "}\n"
                    "pred p[ a : A,b:A ]{\n"
                    "\ta in b.^f\n"
                    "\t\t+ b\n"
                    "  some { x:A |x!=a\n"
                    "   } }\n"),
            "sig A { f: set A, g: one A }\n"
            "fact { all x: A | some x.f => x.g = x\n"
            "}\n"
            "pred p[a: A, b: A] {\n"
            "  a in b.^f\n"
            "      + b\n"
            "  some { x: A | x != a\n"
            "} }\n");
}

TEST(Format, CommentsAndEmptyLinesStay) {
  EXPECT_EQ(laidOut("\n\n-- one  \n\n\n\n/* two\n     lines   \n*/ sig A {}   // end  \n\n"),
            "-- one\n\n/* two\n     lines\n*/ sig A {}   // end\n");
  EXPECT_EQ(laidOut(""), "");
  EXPECT_EQ(laidOut("  \n"), "");
}

TEST(Format, WhatPeopleAlignedStays) {
  const std::string text =
      "val a   { A = X   f = X->Y\n"
      "          g = Y->X }\n"
      "val bcd { }\n"
      "fact { all x: A |\n"
      "  some x }\n";
  EXPECT_EQ(laidOut(text), text);
  EXPECT_EQ(laidOut("val a{A=X\n      f=Y }\n"), "val a { A = X\n        f = Y }\n");
}

TEST(Format, SignsThatBlanksKeepApartStaySo) {
  EXPECT_EQ(formatted("run { a < : b }"), std::nullopt);
  EXPECT_EQ(formatted("run { \"a } "), std::nullopt);
  EXPECT_EQ(formatted("/* open"), std::nullopt);
}

TEST(Format, BracketsThatDoNotMatch) {
  EXPECT_EQ(laidOut(")]}\n}{[(\nx"), ")] }\n} { [(\n  x\n");
}

// Each file of the conformance set means the same afterwards, and a second time changes nothing.
TEST(Format, KeepsWhatModelsSay) {
  const std::string folder = sharedFolder() + "/conformance";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".als") && !path.ends_with(".aunit")) continue;
    std::string error;
    const std::string text = model::readFile(path, error).value_or("");
    const auto once = formatted(text);
    if (!once || text.empty()) continue;
    ++files;
    EXPECT_EQ(formatted(*once), once) << path;
    const Parsed before = parseText(text, {}, path), after = parseText(*once, {}, path);
    EXPECT_EQ(print(*before.file), print(*after.file)) << path;
  }
  EXPECT_GT(files, 400u);
}

}  // namespace
}  // namespace aunit::parser::alloy
