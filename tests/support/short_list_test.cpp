#include "support/short_list.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace aunit::support {
namespace {

using Words = ShortList<std::string>;
const std::string longWord(40, 'x');  // has memory of its own

std::vector<std::string> words(const Words& list) {
  return list;
}

TEST(ShortList, HoldsWhatIsAppended) {
  Words list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.begin(), list.end());
  std::vector<std::string> expected;
  for (int i = 0; i < 100; ++i) {
    list.push_back(longWord + std::to_string(i));
    expected.push_back(longWord + std::to_string(i));
    ASSERT_EQ(words(list), expected);
  }
  EXPECT_EQ(list.front(), longWord + "0");
  EXPECT_EQ(list.back(), longWord + "99");
  EXPECT_EQ(list[7], longWord + "7");
}

TEST(ShortList, AppendsAnElementOfItsOwn) {
  Words list = {longWord, "b"};
  list.push_back(list.front());
  EXPECT_EQ(words(list), (std::vector<std::string>{longWord, "b", longWord}));
}

TEST(ShortList, CopiesAreIndependent) {
  const Words list = {longWord, "b"};
  Words copy = list;
  copy[0] = "a";
  copy.push_back("c");
  EXPECT_EQ(words(list), (std::vector<std::string>{longWord, "b"}));
  EXPECT_EQ(words(copy), (std::vector<std::string>{"a", "b", "c"}));
  copy = list;
  EXPECT_EQ(words(copy), words(list));
  const Words& same = copy;
  copy = same;
  EXPECT_EQ(words(copy), words(list));
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
  EXPECT_EQ(sizeof(Words), sizeof(void*));
}

}  // namespace
}  // namespace aunit::support
