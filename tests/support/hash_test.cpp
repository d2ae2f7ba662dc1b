// The hash distinguishes sequences that differ in order, in zeros or in repeated words. The search in logs identifies states by
// such hashes.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "support/hash.h"

namespace aunit::support {
namespace {

std::uint64_t hashOf(const std::vector<std::uint64_t>& words) {
  std::uint64_t hash = 0;
  for (const std::uint64_t word : words) hash = mixed(hash, word);
  return hash;
}

TEST(Hash, TellsShortSequencesOfSmallNumbersApart) {
  std::set<std::uint64_t> seen;
  std::size_t sequences = 0;
  std::vector<std::vector<std::uint64_t>> last = {{}};
  for (int length = 0; length <= 4; ++length) {
    std::vector<std::vector<std::uint64_t>> longer;
    for (const auto& words : last) {
      seen.insert(hashOf(words));
      ++sequences;
      for (std::uint64_t word = 0; word < 6; ++word) {
        longer.push_back(words);
        longer.back().push_back(word);
      }
    }
    last = std::move(longer);
  }
  EXPECT_EQ(seen.size(), sequences);
  EXPECT_NE(mixed(mixed(0, 1), 2), mixed(mixed(0, 2), 1));
  EXPECT_NE(mixed(5, 5), mixed(7, 7));
}

}  // namespace
}  // namespace aunit::support
