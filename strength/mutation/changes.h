// The differences between two reports on mutants. The model may have changed in between. Two mutants of the reports are the same
// if they have the same file, paragraph, operator, old text and new text.
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
  std::vector<Entry> lost;      // mutants that were killed before, and survive now
  std::vector<Entry> appeared;  // mutants that survive now, and were missing, ignored or pending before
  std::vector<Entry> gained;    // mutants that survived before, and do not survive now
};

/// Compares two reports, which must outlive the result. The result lists mutants in the order of the later report.
Changes changes(const Report& before, const Report& after);

}  // namespace aunit::strength
