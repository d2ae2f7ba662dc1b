// Pseudo-random numbers, the same in every run.
#pragma once

#include <cstdint>

namespace aunit::support {

/// Returns the next pseudo-random number, below 2^31, and changes `state`. Uses the high bits of a linear congruential generator
/// (Knuth, The Art of Computer Programming, volume 2, 3.3.4; the multiplier is MMIX's).
inline std::uint64_t nextRandom(std::uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return state >> 33;
}

}  // namespace aunit::support
