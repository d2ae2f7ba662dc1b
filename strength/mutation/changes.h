// The differences between two reports on mutants. The model may have changed in between: two mutants are the same if they replace
// the same text by the same text in the same paragraph.
#pragma once

#include <vector>

#include "strength/mutation/report.h"

namespace aunit::strength {

struct Changes {
  /// A mutant of the later report.
  struct Entry {
    const MutatedFile* file = nullptr;
    const MutantResult* mutant = nullptr;
  };
  std::vector<Entry> lost;      // was killed before, and survives now
  std::vector<Entry> appeared;  // survives now, and was missing, ignored or pending before
  std::vector<Entry> gained;    // survived before, and does not survive now
};

/// Compares two reports, which must outlive the result. The lists of the result have the order of the later report.
Changes changes(const Report& before, const Report& after);

}  // namespace aunit::strength
