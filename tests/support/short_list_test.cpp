#include "support/short_list.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace aunit::support {
namespace {

using ShortTexts = ShortList<std::string>;
const std::string longText(40, 'x');  // has memory of its own

std::vector<std::string> textsOf(const ShortTexts& list) {
  return list;
}

TEST(ShortList, HoldsWhatIsAppended) {
  ShortTexts list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.begin(), list.end());
  std::vector<std::string> expected;
  for (int i = 0; i < 100; ++i) {
    list.push_back(longText + std::to_string(i));
    expected.push_back(longText + std::to_string(i));
    ASSERT_EQ(textsOf(list), expected);
  }
  EXPECT_EQ(list.front(), longText + "0");
  EXPECT_EQ(list.back(), longText + "99");
  EXPECT_EQ(list[7], longText + "7");
}

TEST(ShortList, AppendsAnElementOfItsOwn) {
  ShortTexts list = {longText, "b"};
  list.push_back(list.front());
  EXPECT_EQ(textsOf(list), (std::vector<std::string>{longText, "b", longText}));
}

TEST(ShortList, CopiesAreIndependent) {
  const ShortTexts list = {longText, "b"};
  ShortTexts copy = list;
  copy[0] = "a";
  copy.push_back("c");
  EXPECT_EQ(textsOf(list), (std::vector<std::string>{longText, "b"}));
  EXPECT_EQ(textsOf(copy), (std::vector<std::string>{"a", "b", "c"}));
  copy = list;
  EXPECT_EQ(textsOf(copy), textsOf(list));
  const ShortTexts& same = copy;
  copy = same;
  EXPECT_EQ(textsOf(copy), textsOf(list));
}

TEST(ShortList, IsMovedWithoutCopies) {
  ShortList<std::unique_ptr<int>> list;
  for (int i = 0; i < 5; ++i) list.push_back(std::make_unique<int>(i));
  ShortList<std::unique_ptr<int>> other = std::move(list);
  list = {};
  EXPECT_TRUE(list.empty());
  ASSERT_EQ(other.size(), 5u);
  EXPECT_EQ(*other[4], 4);
}

TEST(ShortList, IsAsLargeAsAPointer) {
  EXPECT_EQ(sizeof(ShortTexts), sizeof(void*));
}

}  // namespace
}  // namespace aunit::support
