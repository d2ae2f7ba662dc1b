#include "suite/test_case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace aunit::suite {
namespace {

std::vector<std::string> textOf(const std::string& source, std::size_t test) {
  const auto loaded = parser::loadText("t.aunit", source);
  std::vector<std::string> lines;
  for (const Place& place : textOf(*loaded, collectTests(*loaded).at(test)))
    lines.push_back(std::to_string(place.line) + ": " + place.lines.at(0));
  return lines;
}

TEST(TestCase, itsTextIsThatOfItsValuationsAndItsOwn) {
  const std::string source =
      "sig A {}\nval base { A = A0 }\nval v extends base { A = A0 + A1 }\ntest \"two\" { v gives #A = 2 }\n"
      "pred p { some disj A0, A1: A | A = A0 + A1 }\nrun p for 3 expect 1\n";
  EXPECT_THAT(textOf(source, 0), testing::ElementsAre("2: val base { A = A0 }", "3: val v extends base { A = A0 + A1 }",
                                                      "4: test \"two\" { v gives #A = 2 }"));
  EXPECT_THAT(textOf(source, 1),
              testing::ElementsAre("5: pred p { some disj A0, A1: A | A = A0 + A1 }", "6: run p for 3 expect 1"));
}

// One line may have thousands of tests. Each has a place, so the place must not have the whole line.
TEST(TestCase, itsPlaceHasNoLineThatIsTooLongToRead) {
  const std::string blanks(20'000, ' ');
  const auto loaded = parser::loadText("t.aunit", "sig A {}\nval v { no A }\n" + blanks + "test \"a\" { v valid }\n");
  const Place place = collectTests(*loaded).at(0).place;
  EXPECT_EQ(place.line, 3u);
  EXPECT_TRUE(place.lines.empty());
}

TEST(TestCase, itsTextIsCutWhereItIsLong) {
  std::string atoms = "A0";
  for (int i = 1; i < 1000; ++i) atoms += " + A" + std::to_string(i);
  const std::string source = "sig A {}\nval v { A = " + atoms + std::string(100, '\n') + "}\ntest \"some\" { v valid }\n";
  const auto loaded = parser::loadText("t.aunit", source);
  const Place valuation = textOf(*loaded, collectTests(*loaded).at(0)).at(0);
  EXPECT_EQ(valuation.lines.size(), 60u);
  EXPECT_EQ(valuation.endLine, 102u);
  EXPECT_EQ(valuation.lines[0].size(), 1004u);
}

}  // namespace
}  // namespace aunit::suite
