// The number of generated models that a test checks.
#pragma once

#include <cstdlib>
#include <string>

namespace aunit::tests {

#ifdef __SANITIZE_ADDRESS__
inline constexpr unsigned shareOfSeeds = 2;  // each model takes three times as long
#else
inline constexpr unsigned shareOfSeeds = 1;
#endif

/// The number of seeds for a test: `usual`, half of it under AddressSanitizer, or the value of the environment variable
/// AUNIT_SEEDS.
inline unsigned seedsOr(unsigned usual) {
  const char* others = std::getenv("AUNIT_SEEDS");
  return others ? static_cast<unsigned>(std::stoul(others)) : (usual + shareOfSeeds - 1) / shareOfSeeds;
}

}  // namespace aunit::tests
