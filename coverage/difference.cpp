#include "coverage/difference.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "coverage/sentences.h"

namespace aunit::coverage {

namespace {

/// A requirement, with the tests that meet it. If the data contain several texts of one model, the tests are from all
/// these texts.
struct KnownRequirement {
  const ModelCoverage* model = nullptr;  // the last text that has the requirement
  RequirementId id = 0;                  // id of the requirement in that text
  bool met = false;
  std::vector<std::string> tests;
};

/// Keys: the model's name and the requirement's stable name. Ids are no keys, because the model's text may have changed.
using All = std::map<std::pair<std::string, std::string>, KnownRequirement>;

All collect(const Data& data) {
  All all;
  for (const ModelCoverage& m : data.models)
    for (const Subject& subject : m.requirements.subjects)
      for (std::uint32_t i = 0; i < subject.requirementCount(); ++i) {
        KnownRequirement& known = all[{m.requirements.model, fmt::format("{}#{}", subject.key, i)}];
        known.model = &m;
        known.id = subject.first + i;
        for (const TestRecord& test : m.tests)
          if (test.met.test(known.id)) known.tests.push_back(test.id);
        known.met = !known.tests.empty();
      }
  return all;
}

/// The entry for the requirement `known`. Lists the tests of `met`: this is `known` itself, or the same requirement in the other
/// run.
Difference::Entry entryOf(const All::value_type& known, const KnownRequirement& met) {
  const Requirements& r = known.second.model->requirements;
  const Subject& subject = r.subjects[r.subjectOf(known.second.id)];
  Difference::Entry entry{known.first.first,
                          known.first.second,
                          fmt::format("{}: {}", shortText(subject), asks(subject, known.second.id - subject.first)),
                          {},
                          {},
                          met.tests};
  if (subject.occurrences.empty()) return entry;
  const Occurrence& first = subject.occurrences.front();
  const std::uint32_t source = r.paragraphs[first.paragraph].source;
  entry.path = r.sources[source].path;
  entry.place = r.positionOf(source, first.begin);
  return entry;
}

void sortByPlace(std::vector<Difference::Entry>& entries) {
  std::ranges::stable_sort(entries, {},
                           [](const Difference::Entry& e) { return std::tie(e.model, e.path, e.place.line, e.place.column); });
}

void addScores(const Data& data, Tally Difference::Score::*run, std::map<std::string, Difference::Score>& scores) {
  for (const ModelCoverage& m : data.models) scores[m.requirements.model].*run += m.tally(Criterion::model);
}

}  // namespace

Difference difference(const Data& before, const Data& after) {
  const All old = collect(before), now = collect(after);
  Difference result;
  for (const auto& known : now) {
    const auto earlier = old.find(known.first);
    if (earlier == old.end()) {
      if (!known.second.met) result.appeared.push_back(entryOf(known, known.second));
    } else if (known.second.met && !earlier->second.met) {
      result.gained.push_back(entryOf(known, known.second));
    } else if (!known.second.met && earlier->second.met) {
      result.lost.push_back(entryOf(known, earlier->second));
    }
  }
  std::set<std::string> models;  // models in the later run
  for (const ModelCoverage& m : after.models) models.insert(m.requirements.model);
  for (const auto& known : old) {
    if (now.contains(known.first)) continue;
    const bool lost = known.second.met && !models.contains(known.first.first);
    (lost ? result.lost : result.vanished).push_back(entryOf(known, known.second));
  }
  for (auto* entries : {&result.gained, &result.lost, &result.appeared, &result.vanished}) sortByPlace(*entries);
  std::map<std::string, Difference::Score> scores;
  addScores(before, &Difference::Score::before, scores);
  addScores(after, &Difference::Score::after, scores);
  for (auto& [model, score] : scores) {
    score.model = model;
    result.scores.push_back(std::move(score));
  }
  return result;
}

}  // namespace aunit::coverage
