// Finds the tests that distinguish two versions of a model.
#pragma once

#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/instances/finder.h"

namespace aunit::strength::versions {

/// A test that passes with one version only.
struct PinningTest {
  std::string file, name;
  bool passesNow = true;  // whether it passes with the newer version
};

/// The pinning tests of one file, loaded with the older and with the newer version. Omits tests that are undecided with both
/// versions. Throws support::Exhausted if it is stopped.
std::vector<PinningTest> pinningTests(const parser::Loaded& withOlder, const parser::Loaded& withNewer,
                                      const ProofOptions& options);

}  // namespace aunit::strength::versions
