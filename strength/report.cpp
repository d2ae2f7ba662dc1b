#include "strength/report.h"

#include <algorithm>
#include <map>
#include <string>

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

namespace {

/// What a suggested test states, without the names that were made up for it.
std::string withoutNames(const MutantResult& mutant) {
  const std::string& test = mutant.test;
  const std::size_t valuation = test.find('{'), title = test.find("\ntest \"");
  const std::size_t question = title == std::string::npos ? title : test.find("\" {", title + 7);
  if (question == std::string::npos) return test;
  const std::size_t name = test.find(mutant.name, question);
  return test.substr(valuation, title - valuation) + test.substr(std::min(name, test.size()) + mutant.name.size());
}

}  // namespace

void findAlike(Report& report) {
  for (MutatedFile& file : report.files) {
    std::map<std::string, std::string> first;
    for (MutantResult& mutant : file.mutants) {
      if (mutant.test.empty()) continue;
      const auto [known, isFirst] = first.try_emplace(withoutNames(mutant), mutant.name);
      if (!isFirst) mutant.alike = known->second;
    }
  }
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
