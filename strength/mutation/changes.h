// The differences between two reports on mutants. The model may have changed as well: a mutant is the same when it makes the same
// of the same words in the same paragraph.
#pragma once

#include <vector>

#include "strength/mutation/report.h"

namespace aunit::strength {

struct Changes {
  /// In the later report.
  struct Entry {
    const MutatedFile* file = nullptr;
    const MutantResult* mutant = nullptr;
  };
  std::vector<Entry> lost;      // was killed, and survives
  std::vector<Entry> appeared;  // survives, and was not there or did not count
  std::vector<Entry> gained;    // survived, and does not any more
};

/// Refers to the reports; in the order of the later one.
Changes changes(const Report& before, const Report& after);

}  // namespace aunit::strength
