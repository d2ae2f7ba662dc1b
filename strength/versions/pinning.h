// Which tests tell two versions of a model apart.
#pragma once

#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/instances/finder.h"

namespace aunit::strength::versions {

/// A test that passes with one version and does not with the other.
struct PinningTest {
  std::string file, name;
  bool passesNow = true;  // with the newer one
};

/// The pinning tests of one file, which was read twice: with the older version and with the newer. Tests that are decided in
/// neither are left out. Throws support::Exhausted when it is stopped.
std::vector<PinningTest> pinningTests(const parser::Loaded& withOlder, const parser::Loaded& withNewer,
                                      const ProofOptions& options);

}  // namespace aunit::strength::versions
