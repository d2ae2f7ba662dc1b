// Hashes of sequences of numbers, for tables of one process; digest.h has digests that last.
#pragma once

#include <cstdint>

namespace aunit::support {

/// The hash of a sequence that goes on with `word`: another for another order, and never absorbed by zeros or equal words. The
/// second multiplication mixes what the first shift brought down (as in SplitMix64: Steele, Lea & Flood, OOPSLA 2014).
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  std::uint64_t x = hash * 0x9e3779b97f4a7c15u + word + 0x7f4a7c15u;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 32);
}

}  // namespace aunit::support
