// The number of generated models that a test looks at.
#pragma once

#include <cstdlib>
#include <string>

namespace aunit::tests {

/// As many as there is time for in every run; the environment variable AUNIT_SEEDS asks for others.
inline unsigned seedsOr(unsigned usual) {
  const char* others = std::getenv("AUNIT_SEEDS");
  return others ? static_cast<unsigned>(std::stoul(others)) : usual;
}

}  // namespace aunit::tests
