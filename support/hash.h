// Hashes of sequences of numbers, for tables of one process; digest.h has digests that last.
#pragma once

#include <cstdint>

namespace aunit::support {

/// The hash of a sequence that goes on with `word`. Multiplication mixes upwards, the shift brings it down again (as in
/// SplitMix64: Steele, Lea & Flood, OOPSLA 2014).
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

}  // namespace aunit::support
