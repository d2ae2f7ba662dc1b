#include "strength/mutation/report.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "model/diagnostic.h"

namespace aunit::strength {

void Counts::add(const MutantResult& mutant) {
  if (mutant.fate == Fate::equivalent) {
    forAllScopes += mutant.beyond.verdict == "holds" || mutant.beyond.verdict == "empty" ? 1 : 0;
    notForAll += mutant.beyond.verdict == "counterexample" ? 1 : 0;
  }
  switch (mutant.fate) {
    case Fate::killed: ++killed; break;
    case Fate::survived: ++survived; break;
    case Fate::equivalent: ++equivalent; break;
    case Fate::unknown: ++unknown; break;
    case Fate::ignored: ++ignored; break;
    case Fate::pending: ++pending; break;
  }
}

std::string fullReason(const MutantResult& mutant) {
  return mutant.beyond.text.empty() ? mutant.reason : fmt::format("{}, {}", mutant.reason, mutant.beyond.text);
}

Counts Report::counts() const {
  Counts counts;
  for (const MutatedFile& file : files)
    for (const MutantResult& mutant : file.mutants) counts.add(mutant);
  return counts;
}

Counts Report::dominators() const {
  Counts counts;
  for (const MutatedFile& file : files)
    for (const MutantResult& mutant : file.mutants)
      if (!mutant.subsumed) counts.add(mutant);
  return counts;
}

namespace {

/// Returns the text of the suggested test without the names that aunit generated for the valuation and the test.
std::string withoutNames(const MutantResult& mutant) {
  const std::string& test = mutant.test;
  const std::size_t valuation = test.find('{'), title = test.find("\ntest \"");
  const std::size_t question = title == std::string::npos ? title : test.find("\" {", title + 7);
  if (question == std::string::npos) return test;
  const std::size_t name = question + std::string_view("\" { ").size();
  return test.substr(valuation, title - valuation) + test.substr(std::min(test.find(' ', name), test.size()));
}

/// Sets `alike` of each survivor for which an earlier survivor has the same suggested test. Undecided mutants stay
/// without `alike`, because the report must show the reason of each.
void findAlike(Report& report) {
  for (MutatedFile& file : report.files) {
    std::map<std::string, std::string> first;
    for (MutantResult& mutant : file.mutants) {
      if (mutant.test.empty() || mutant.fate == Fate::unknown) continue;
      const auto [known, isFirst] = first.try_emplace(withoutNames(mutant), mutant.name);
      if (!isFirst) mutant.alike = known->second;
    }
  }
}

/// Sets MutantResult::subsumed of all killed mutants.
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
    std::ranges::stable_sort(file.mutants, {}, [](const MutantResult& m) {
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

/// The reports on the shards of one run.
struct Division {
  std::vector<Report> shards;  // by number of the shard; some may still be missing
  std::vector<bool> known;

  bool isComplete() const { return std::ranges::find(known, false) == known.end(); }
  bool takes(const Report& report) const { return report.shards == known.size() && sameTests(report, any()); }
  const Report& any() const { return shards[static_cast<std::size_t>(std::ranges::find(known, true) - known.begin())]; }
};

/// Ranks fates for the case that two reports differ in a mutant's fate: the fate with the higher rank is used.
int knowledgeOf(Fate fate) {
  switch (fate) {
    case Fate::pending: return 0;
    case Fate::unknown: return 1;
    case Fate::survived: return 2;
    case Fate::ignored: return 3;
    case Fate::equivalent: return 4;
    case Fate::killed: return 5;
  }
  return 0;
}

/// Merges `other` into `known`. Both are results for the same mutant.
void unite(MutantResult& known, MutantResult&& other) {
  std::set<std::uint32_t> killers(known.killedBy.begin(), known.killedBy.end());
  killers.insert(other.killedBy.begin(), other.killedBy.end());
  const auto rank = [](const MutantResult& m) { return std::tuple(knowledgeOf(m.fate), m.reason, m.test); };
  const double milliseconds = std::max(known.milliseconds, other.milliseconds);
  if (rank(known) < rank(other)) known = std::move(other);
  known.milliseconds = milliseconds;
  known.killedBy.assign(killers.begin(), killers.end());
}

/// Adds the mutants of `report` to `all`. Their `killedBy` must already contain indices of `all.tests`, not of `report.tests`.
/// Returns false, and sets `error`, if a file has different texts in the two reports.
bool add(Report& all, Report&& report, std::string& error) {
  for (MutatedFile& file : report.files) {
    auto known = std::ranges::find(all.files, file.path, &MutatedFile::path);
    if (known == all.files.end()) {
      all.files.push_back(std::move(file));
      continue;
    }
    if (known->text != file.text) {
      error = fmt::format("two reports were made from different texts of {}", file.path);
      return false;
    }
    std::map<std::string, std::size_t> byName;
    for (std::size_t i = 0; i < known->mutants.size(); ++i) byName.emplace(known->mutants[i].name, i);
    for (MutantResult& mutant : file.mutants) {
      const auto found = byName.find(mutant.name);
      if (found == byName.end())
        known->mutants.push_back(std::move(mutant));
      else
        unite(known->mutants[found->second], std::move(mutant));
    }
  }
  all.interrupted |= report.interrupted;
  all.allKillers &= report.allKillers;
  return true;
}

/// Groups the reports by run. Returns nothing, and sets `error`, if they cannot be merged.
std::vector<Division> divisionsOf(std::vector<Report> reports, std::string& error) {
  std::vector<Division> divisions;
  for (Report& report : reports) {
    auto division = std::ranges::find_if(divisions, [&](const Division& d) { return d.takes(report); });
    if (division == divisions.end())
      division = divisions.insert(divisions.end(), {std::vector<Report>(report.shards), std::vector<bool>(report.shards)});
    else if (division->any().allKillers != report.allKillers)
      error =
          "some reports list every test that kills a mutant, others only the first such test: make all reports with the same "
          "options";
    const std::size_t i = report.shard - 1;
    if (!division->known[i])
      division->shards[i] = std::move(report);
    else if (!add(division->shards[i], std::move(report), error))
      return {};
    division->known[i] = true;
  }
  for (const Division& division : divisions) {
    if (division.isComplete()) continue;
    const bool alone =
        std::ranges::count(divisions, division.known.size(), [](const Division& d) { return d.known.size(); }) == 1;
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < division.known.size(); ++i)
      if (!division.known[i]) missing.push_back(fmt::format("{}/{}", i + 1, division.known.size()));
    error = !alone                ? "the reports are about different tests"
            : missing.size() == 1 ? fmt::format("shard {} is missing", missing[0])
                                  : fmt::format("shards {} are missing", model::inWords(missing));
  }
  if (!error.empty()) divisions.clear();
  return divisions;
}

/// Collects the tests of several runs in `tests`, ordered by file and line. Returns, for each run and each of its tests, the
/// test's index in `tests`.
std::vector<std::vector<std::uint32_t>> unitedTests(const std::vector<Report>& runs, std::vector<TestInfo>& tests) {
  const auto key = [](const TestInfo& t) { return std::tuple(t.file, t.place.line, t.place.column, t.name, !t.usable, t.why); };
  std::map<decltype(key(tests.front())), TestInfo> all;
  for (const Report& run : runs)
    for (const TestInfo& test : run.tests) all.emplace(key(test), test);
  std::map<decltype(key(tests.front())), std::uint32_t> numbers;
  for (auto& [k, test] : all) {
    numbers.emplace(k, static_cast<std::uint32_t>(tests.size()));
    tests.push_back(test);
  }
  std::vector<std::vector<std::uint32_t>> result;
  for (const Report& run : runs) {
    result.emplace_back();
    for (const TestInfo& test : run.tests) result.back().push_back(numbers.at(key(test)));
  }
  return result;
}

}  // namespace

std::optional<Report> united(std::vector<Report> reports, std::string& error) {
  error.clear();
  std::vector<Report> runs;
  for (Division& division : divisionsOf(std::move(reports), error)) {
    Report run = std::move(division.shards.front());
    for (Report& shard : std::span(division.shards).subspan(1))
      if (!add(run, std::move(shard), error)) return std::nullopt;
    runs.push_back(std::move(run));
  }
  if (runs.empty()) return std::nullopt;
  Report all = runs.front();
  if (runs.size() > 1) {
    all.files.clear();
    all.tests.clear();
    const std::vector<std::vector<std::uint32_t>> numbers = unitedTests(runs, all.tests);
    for (std::size_t r = 0; r < runs.size(); ++r) {
      for (MutatedFile& file : runs[r].files)
        for (MutantResult& mutant : file.mutants) {
          for (std::uint32_t& killer : mutant.killedBy) killer = numbers[r][killer];
          std::ranges::sort(mutant.killedBy);
        }
      if (!add(all, std::move(runs[r]), error)) return std::nullopt;
    }
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
