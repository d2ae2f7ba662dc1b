// The number of generated models that a test looks at.
#pragma once

#include <cstdlib>
#include <string>

namespace aunit::tests {

#ifdef __SANITIZE_ADDRESS__
inline constexpr unsigned shareOfSeeds = 4;  // each takes three times as long
#else
inline constexpr unsigned shareOfSeeds = 1;
#endif

/// As many as there is time for in every run, a quarter of them under AddressSanitizer; the environment variable AUNIT_SEEDS asks
/// for others.
inline unsigned seedsOr(unsigned usual) {
  const char* others = std::getenv("AUNIT_SEEDS");
  return others ? static_cast<unsigned>(std::stoul(others)) : (usual + shareOfSeeds - 1) / shareOfSeeds;
}

}  // namespace aunit::tests
