// Hashes of sequences of numbers, for tables within one process. Digests that are the same in all processes are in digest.h.
#pragma once

#include <cstdint>

namespace aunit::support {

/// The hash of a sequence to which `word` is appended. `hash` is the hash of the sequence without `word`. The result depends on
/// the order of the words; zeros and repeated words count, too. The second multiplication spreads the bits that the first shift
/// moved down (SplitMix64: Steele, Lea & Flood, OOPSLA 2014).
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  std::uint64_t x = hash * 0x9e3779b97f4a7c15u + word + 0x7f4a7c15u;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 32);
}

}  // namespace aunit::support
