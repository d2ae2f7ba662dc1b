#include "reporters/coverage/lines.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace aunit::reporters {

using coverage::Occurrence;
using coverage::Requirements;
using coverage::Subject;

namespace {

// Maps offsets of a text to 1-based line numbers.
class Lines {
 public:
  explicit Lines(const std::string& text) : starts_{0} {
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') starts_.push_back(static_cast<std::uint32_t>(i + 1));
  }
  std::uint32_t at(std::uint32_t offset) const {
    return static_cast<std::uint32_t>(std::ranges::upper_bound(starts_, offset) - starts_.begin());
  }

 private:
  std::vector<std::uint32_t> starts_;
};

bool meetsAny(const coverage::TestRecord& test, const Subject& subject) {
  for (std::uint32_t i = 0; i < subject.requirementCount(); ++i)
    if (test.met.test(subject.first + i)) return true;
  return false;
}

/// Whether all requirements of a subject are met or infeasible.
bool isSettled(const coverage::Bits& settled, const Subject& subject) {
  for (std::uint32_t i = 0; i < subject.requirementCount(); ++i)
    if (!settled.test(subject.first + i)) return false;
  return true;
}

std::size_t testsThatMeetAny(const coverage::ModelCoverage& model, const std::set<std::uint32_t>& subjects) {
  return static_cast<std::size_t>(std::ranges::count_if(model.tests, [&](const coverage::TestRecord& test) {
    return std::ranges::any_of(subjects, [&](std::uint32_t s) { return meetsAny(test, model.requirements.subjects[s]); });
  }));
}

}  // namespace

std::vector<CoveredFile> coveredFiles(const coverage::ModelCoverage& model, LineRule rule) {
  const Requirements& r = model.requirements;
  std::vector<CoveredFile> files;
  std::vector<Lines> lines;
  for (const coverage::Source& source : r.sources) {
    files.emplace_back().path = source.path;
    lines.emplace_back(source.text);
  }
  std::vector<std::map<std::uint32_t, std::set<std::uint32_t>>> onLine(files.size());
  std::vector<std::set<std::uint32_t>> inParagraph(r.paragraphs.size());
  const coverage::Sets counted = coverage::setsOf(coverage::Criterion::model);
  for (std::uint32_t s = 0; s < r.subjects.size(); ++s) {
    const Subject& subject = r.subjects[s];
    if ((subject.sets & counted) == 0) continue;
    bool first = true;
    for (const Occurrence& o : subject.occurrences) {
      const std::uint32_t file = r.paragraphs[o.paragraph].source;
      const std::uint32_t line = lines[file].at(o.begin);
      onLine[file][line].insert(s);
      inParagraph[o.paragraph].insert(s);
      if (!std::exchange(first, false)) continue;
      const bool evaluated = std::ranges::any_of(model.tests, [&](const auto& test) { return meetsAny(test, subject); });
      for (std::uint32_t i = 0; i < subject.requirementCount(); ++i) {
        if (model.isInfeasible(subject.first + i)) continue;
        const auto tests = std::ranges::count_if(model.tests, [&](const auto& test) { return test.met.test(subject.first + i); });
        files[file].lines[line].branches.push_back({s, i, evaluated, static_cast<std::size_t>(tests)});
        files[file].branchTally += {tests != 0 ? 1u : 0u, 1};
      }
    }
  }
  const coverage::Bits settled = model.settled();
  for (std::size_t f = 0; f < files.size(); ++f)
    for (const auto& [number, subjects] : onLine[f]) {
      CoveredLine& line = files[f].lines[number];
      const auto isMet = [&](std::uint32_t s) { return isSettled(settled, r.subjects[s]); };
      if (rule == LineRule::touched || std::ranges::all_of(subjects, isMet)) line.tests = testsThatMeetAny(model, subjects);
      files[f].lineTally += {line.tests != 0 ? 1u : 0u, 1};
    }
  for (std::size_t p = 0; p < r.paragraphs.size(); ++p) {
    if (inParagraph[p].empty()) continue;
    const coverage::Paragraph& paragraph = r.paragraphs[p];
    const Lines& table = lines[paragraph.source];
    files[paragraph.source].paragraphs.push_back(
        {fmt::format("{} {}", coverage::name(paragraph.kind), paragraph.name), table.at(paragraph.begin),
         table.at(std::max(paragraph.begin, paragraph.end - 1)), testsThatMeetAny(model, inParagraph[p])});
  }
  return files;
}

std::vector<CoveredFile> coveredFiles(const coverage::Data& data, LineRule rule) {
  std::vector<CoveredFile> all;
  for (const coverage::ModelCoverage& model : data.models) std::ranges::move(coveredFiles(model, rule), std::back_inserter(all));
  return all;
}

}  // namespace aunit::reporters
