// The memory of trees.

#include "parser/alloy/syntax/chunks.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace aunit::parser::alloy {
namespace {

TEST(Chunks, KeepNodesInTheirPlaces) {
  Chunks<int> chunks;
  std::vector<const int*> places;
  for (int i = 0; i < 1000; ++i) places.push_back(&chunks.push_back(i));
  EXPECT_EQ(chunks.size(), 1000U);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(*places[static_cast<std::size_t>(i)], i);
}

TEST(Chunks, KnowTheIndicesOfNodes) {
  Chunks<int> chunks;
  std::vector<const int*> places;
  for (int i = 0; i < 1000; ++i) places.push_back(&chunks.push_back(i));
  for (std::size_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(chunks.indexOf(places[i], 0), i);
    EXPECT_EQ(chunks.indexOf(places[i], i), i);
  }
}

TEST(Chunks, ShrinkToAnySize) {
  for (const std::size_t size : {0, 1, 255, 256, 257, 512, 700, 999, 1000, 2000}) {
    Chunks<int> chunks;
    for (int i = 0; i < 1000; ++i) chunks.push_back(i);
    chunks.shrink(size);
    ASSERT_EQ(chunks.size(), std::min<std::size_t>(size, 1000));
    if (chunks.size() > 0) {
      EXPECT_EQ(chunks.back(), static_cast<int>(chunks.size()) - 1);
    }
    chunks.push_back(7);
    EXPECT_EQ(chunks.back(), 7);
  }
}

TEST(Chunks, FreeNoNodeOutsideOfARange) {
  const auto token = std::make_shared<int>(0);
  constexpr std::size_t all = 3000, mostKept = 512;
  for (const std::size_t first : {0, 1, 256, 1000})
    for (const std::size_t end : {1000, 1024, 2000, 3000}) {
      Chunks<std::shared_ptr<int>> chunks;
      std::vector<const std::shared_ptr<int>*> places;
      for (std::size_t i = 0; i < all; ++i) places.push_back(&chunks.push_back(token));
      chunks.free(first, end);
      const auto left = static_cast<std::size_t>(token.use_count() - 1);
      EXPECT_LE(left, all - (end - first) + mostKept);
      EXPECT_GE(left, all - (end - first));
      for (std::size_t i = 0; i < all; ++i)
        if (i < first || i >= end) {
          EXPECT_EQ(*places[i], token);
        }
      chunks.push_back(token);
      EXPECT_EQ(chunks.size(), all + 1);
    }
  EXPECT_EQ(token.use_count(), 1);
}

}  // namespace
}  // namespace aunit::parser::alloy
