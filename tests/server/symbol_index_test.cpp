#include "server/answers/symbol_index.h"

#include <gtest/gtest.h>

#include "tests/runner/temporary_folder.h"

namespace aunit::server {
namespace {

class SymbolIndexTest : public testing::Test {
 protected:
  const std::vector<NamedSymbol>& take(const std::string& name) {
    workspace_.invalidate(folder_ / name);
    return index_.take(*workspace_.analysis(folder_ / name), Encoding::utf8);
  }

  test::TemporaryFolder folder_;
  Workspace workspace_;
  SymbolIndex index_;
};

TEST_F(SymbolIndexTest, WhatIsTakenIsKeptUntilTheFileIsWritten) {
  folder_.write("m.als", "sig Node { link: set Node }");
  EXPECT_EQ(index_.of(folder_ / "m.als"), nullptr);
  const auto& taken = take("m.als");
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[1].name, "link");
  EXPECT_EQ(taken[1].container, "Node");
  EXPECT_EQ(index_.of(folder_ / "m.als"), &taken);
  folder_.write("m.als", "sig Leaf {}");  // a different size, because the clock may not have advanced
  EXPECT_EQ(index_.of(folder_ / "m.als"), nullptr);
  EXPECT_EQ(take("m.als").front().name, "Leaf");
  EXPECT_NE(index_.of(folder_ / "m.als"), nullptr);
}

TEST_F(SymbolIndexTest, AFileThatAnotherOpensCounts) {
  folder_.write("t.aunit", "open m\nval v {}");
  take("t.aunit");
  ASSERT_NE(index_.of(folder_ / "t.aunit"), nullptr);
  folder_.write("m.als", "sig A {}");  // did not exist before
  EXPECT_EQ(index_.of(folder_ / "t.aunit"), nullptr);
}

TEST_F(SymbolIndexTest, LettersOfAQueryStandInTheNameInTheirOrder) {
  const NamedSymbol symbol{"PartialFunction", "", 14, {}, {}};
  EXPECT_TRUE(symbol.matches("pfun"));
  EXPECT_TRUE(symbol.matches(""));
  EXPECT_FALSE(symbol.matches("fp"));
}

}  // namespace
}  // namespace aunit::server
