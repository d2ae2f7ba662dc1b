#include "model/copy_on_write.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace aunit::model {
namespace {

using Numbers = CopyOnWrite<std::vector<int>>;

TEST(CopyOnWrite, CopiesShareAValueUntilOneChangesIt) {
  Numbers first;
  first.own() = {1, 2};
  Numbers second = first;
  EXPECT_EQ(&*first, &*second);
  second.own().push_back(3);
  EXPECT_EQ(*first, (std::vector<int>{1, 2}));
  EXPECT_EQ(*second, (std::vector<int>{1, 2, 3}));
  second = first;
  first.own().clear();
  EXPECT_TRUE(first->empty());
  EXPECT_EQ(second->size(), 2u);
}

TEST(CopyOnWrite, TheOnlyOwnerChangesTheValueInPlace) {
  Numbers only;
  only.own() = {1, 2};
  const std::vector<int>* const before = &*only;
  only.own()[0] = 7;
  EXPECT_EQ(&*only, before);
  { const Numbers other = only; }
  only.own()[1] = 8;
  EXPECT_EQ(&*only, before);
  EXPECT_EQ(*only, (std::vector<int>{7, 8}));
}

TEST(CopyOnWrite, AnOwnerThatWasMovedFromHasAValue) {
  Numbers first;
  first.own() = {1, 2};
  const Numbers second = std::move(first);
  EXPECT_EQ(*first, *second);  // NOLINT(bugprone-use-after-move)
}

}  // namespace
}  // namespace aunit::model
