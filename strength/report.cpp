#include "strength/report.h"

#include <algorithm>

namespace aunit::strength {

void Counts::add(Fate fate) {
  switch (fate) {
    case Fate::killed: ++killed; break;
    case Fate::survived: ++survived; break;
    case Fate::equivalent: ++equivalent; break;
    case Fate::unknown: ++unknown; break;
    case Fate::ignored: ++ignored; break;
    case Fate::pending: ++pending; break;
  }
}

Counts Report::counts() const {
  Counts counts;
  for (const MutatedFile& file : files)
    for (const MutantResult& mutant : file.mutants) counts.add(mutant.fate);
  return counts;
}

Counts Report::dominators() const {
  Counts counts;
  for (const MutatedFile& file : files)
    for (const MutantResult& mutant : file.mutants)
      if (!mutant.subsumed) counts.add(mutant.fate);
  return counts;
}

void findDominators(Report& report) {
  std::vector<MutantResult*> killed;
  for (MutatedFile& file : report.files)
    for (MutantResult& mutant : file.mutants)
      if (mutant.fate == Fate::killed) killed.push_back(&mutant);
  std::ranges::stable_sort(killed, {}, [](const MutantResult* mutant) { return mutant->killedBy.size(); });
  std::vector<const MutantResult*> dominators;
  for (MutantResult* mutant : killed) {
    mutant->subsumed = std::ranges::any_of(
        dominators, [&](const MutantResult* harder) { return std::ranges::includes(mutant->killedBy, harder->killedBy); });
    if (!mutant->subsumed) dominators.push_back(mutant);
  }
}

}  // namespace aunit::strength
