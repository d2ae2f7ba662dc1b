#include "support/ordered_delivery.h"

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "support/threads.h"

namespace aunit::support {
namespace {

TEST(OrderedDelivery, HandsOnInTheOrderOfTheWork) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{1000}}) {
    std::vector<std::size_t> handed;
    OrderedDelivery<std::size_t> results([&](std::size_t result) {
      handed.push_back(result);
      return true;
    });
    forEachParallel(count, 8, [&](std::size_t i) { results.add(i, 2 * i); });
    ASSERT_EQ(handed.size(), count);
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(handed[i], 2 * i);
  }
}

TEST(OrderedDelivery, HandsOnWhatIsThereIfSomeAreMissing) {
  std::vector<int> handed;
  OrderedDelivery<int> results([&](int result) {
    handed.push_back(result);
    return true;
  });
  for (const std::size_t i : {4u, 1u, 0u}) results.add(i, static_cast<int>(i));
  EXPECT_EQ(handed, (std::vector<int>{0, 1}));
  results.finish();
  EXPECT_EQ(handed, (std::vector<int>{0, 1, 4}));
}

TEST(OrderedDelivery, EndsWhenNoMoreIsWanted) {
  std::vector<int> handed;
  OrderedDelivery<int> results([&](int result) {
    handed.push_back(result);
    return result < 1;
  });
  for (const std::size_t i : {2u, 1u, 0u, 3u}) results.add(i, static_cast<int>(i));
  results.finish();
  EXPECT_EQ(handed, (std::vector<int>{0, 1}));
}

}  // namespace
}  // namespace aunit::support
