// Finds the tests that distinguish two versions of a model.
#pragma once

#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/instances/finder.h"

namespace aunit::strength::versions {

/// A test that passes with exactly one of the versions.
struct PinningTest {
  std::string file, name;
  bool passesNow = true;  // whether it passes with the newer version
};

/// Returns the tests of one file that pass with exactly one of the versions. The file is loaded with each version. A test that is
/// undecided with a version does not pass with it. Throws support::Exhausted if the work is stopped.
std::vector<PinningTest> pinningTests(const parser::Loaded& withOlder, const parser::Loaded& withNewer,
                                      const ProofOptions& options);

}  // namespace aunit::strength::versions
