#include "strength/report.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

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
  const std::size_t name = question + std::string_view("\" { ").size();
  return test.substr(valuation, title - valuation) + test.substr(std::min(test.find(' ', name), test.size()));
}

/// Says of each survivor which one before it falls by the test that is suggested for it.
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

/// Says of each mutant whether it is subsumed.
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

}  // namespace

void arrange(Report& report) {
  std::ranges::sort(report.files, {}, &MutatedFile::path);
  for (MutatedFile& file : report.files)
    std::ranges::sort(file.mutants, {}, [](const MutantResult& m) {
      return std::tuple(m.begin, m.end, m.by, m.name.size(), std::string_view(m.name));  // _2 before _10
    });
  findAlike(report);
  if (report.allKillers) findDominators(report);
}

namespace {

bool sameTests(const Report& a, const Report& b) {
  return std::ranges::equal(a.tests, b.tests, [](const TestInfo& one, const TestInfo& other) {
    return one.file == other.file && one.name == other.name && one.usable == other.usable && one.why == other.why;
  });
}

/// Why they are not the shards of one run; empty when they are.
std::string conflict(const std::vector<Report>& reports) {
  const Report& first = reports.front();
  std::vector<bool> seen(first.shards);
  for (const Report& report : reports) {
    if (report.shards != first.shards) return fmt::format("one is a shard of {}, another one of {}", first.shards, report.shards);
    if (seen[report.shard - 1]) return fmt::format("shard {}/{} is there twice", report.shard, report.shards);
    seen[report.shard - 1] = true;
    if (!sameTests(first, report)) return "they are about different tests";
    if (report.allKillers != first.allKillers) return "one has all tests that kill a mutant, another one only the first";
  }
  const auto missing = std::ranges::find(seen, false);
  return missing == seen.end() ? "" : fmt::format("shard {}/{} is missing", missing - seen.begin() + 1, first.shards);
}

}  // namespace

std::optional<Report> united(std::vector<Report> shards, std::string& error) {
  error = conflict(shards);
  if (!error.empty()) return std::nullopt;
  Report all = std::move(shards.front());
  for (Report& report : std::span(shards).subspan(1)) {
    for (MutatedFile& file : report.files) {
      auto known = std::ranges::find(all.files, file.path, &MutatedFile::path);
      if (known == all.files.end()) {
        all.files.push_back(std::move(file));
        continue;
      }
      if (known->text != file.text) {
        error = fmt::format("they are about different texts of {}", file.path);
        return std::nullopt;
      }
      std::ranges::move(file.mutants, std::back_inserter(known->mutants));
    }
    all.interrupted |= report.interrupted;
  }
  all.shard = all.shards = 1;
  for (MutatedFile& file : all.files)
    for (MutantResult& mutant : file.mutants) {
      mutant.alike.clear();
      mutant.subsumed = false;
    }
  arrange(all);
  return all;
}

}  // namespace aunit::strength
