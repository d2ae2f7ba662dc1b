#include "support/word_index.h"

#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace aunit::model {
namespace {

using Words = std::vector<std::uint32_t>;

TEST(WordIndex, theEmptySequenceIsOne) {
  support::WordIndex index;
  EXPECT_EQ(index.find(Words{}), std::nullopt);
  EXPECT_TRUE(index.insert(Words{}).added);
  EXPECT_FALSE(index.insert(Words{}).added);
  EXPECT_EQ(index.find(Words{}), 0u);
  EXPECT_EQ(index.find(Words{0}), std::nullopt);
  index.shrink(0);
  EXPECT_EQ(index.find(Words{}), std::nullopt);
}

// Compared with a map. There are few different words, so that sequences repeat; sometimes all sequences after a mark are removed.
RC_GTEST_PROP(WordIndex, isAMapThatForgetsTheLast, ()) {
  support::WordIndex index;
  std::map<Words, std::uint32_t> known;
  const auto steps = *rc::gen::inRange(0, 400);
  for (int step = 0; step < steps; ++step) {
    if (*rc::gen::inRange(0, 20) == 0) {
      const auto kept = *rc::gen::inRange<std::size_t>(0, known.size() + 1);
      index.shrink(kept);
      std::erase_if(known, [&](const auto& entry) { return entry.second >= kept; });
    }
    const auto words = *rc::gen::container<Words>(*rc::gen::inRange<std::size_t>(0, 4), rc::gen::inRange<std::uint32_t>(0, 6));
    const auto before = known.find(words);
    RC_ASSERT(index.find(words) == (before == known.end() ? std::nullopt : std::optional(before->second)));
    const auto [number, added] = known.try_emplace(words, static_cast<std::uint32_t>(known.size()));
    const support::WordIndex::Entry entry = index.insert(words);
    RC_ASSERT(entry.added == added);
    RC_ASSERT(entry.number == number->second);
    RC_ASSERT(index.size() == known.size());
  }
}

}  // namespace
}  // namespace aunit::model
