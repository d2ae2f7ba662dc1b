#include "reporters/html/report.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace aunit::reporters::html {

namespace {

using coverage::Bits;
using coverage::Criterion;
using coverage::RequirementId;
using coverage::Requirements;
using coverage::Subject;
using coverage::SubjectKind;

using TestIndex = std::unordered_map<std::string_view, std::uint32_t>;

bool isDeclared(const Subject& subject) {
  return subject.kind == SubjectKind::signature || subject.kind == SubjectKind::field;
}

void addRequirements(Bits& to, const Subject& subject) {
  for (std::uint32_t number = 0; number < subject.requirementCount(); ++number) to.set(subject.first + number);
}

std::vector<coverage::Tally> paragraphTallies(const CoveredModel& model) {
  const Requirements& requirements = model.requirements();
  std::vector<Bits> members(requirements.paragraphs.size(), Bits(requirements.count()));
  for (const Subject& subject : requirements.subjects) {
    // The first occurrence of a signature or field is in the paragraph that declares it. The requirements of the signature or
    // field count only in this paragraph.
    const std::size_t places =
        isDeclared(subject) ? std::min<std::size_t>(1, subject.occurrences.size()) : subject.occurrences.size();
    for (std::size_t i = 0; i < places; ++i) addRequirements(members[subject.occurrences[i].paragraph], subject);
  }
  std::vector<coverage::Tally> tallies;
  for (Bits& paragraph : members) tallies.push_back(coverage::tally(model.coverage->feasible(std::move(paragraph)), model.met));
  return tallies;
}

// Computes CoveredModel::about. A subject of kind `cells` refines another subject. The key of the `cells` subject is the name of
// a set of cells, a colon, and the key of the other subject: "R4:formula:8c7dd922ad47494f".
std::vector<std::uint32_t> subjectsAbout(const Requirements& requirements) {
  std::unordered_map<std::string_view, std::uint32_t> byKey;
  for (std::uint32_t i = 0; i < requirements.subjects.size(); ++i) byKey.try_emplace(requirements.subjects[i].key, i);
  std::vector<std::uint32_t> about(requirements.subjects.size());
  for (std::uint32_t i = 0; i < about.size(); ++i) {
    about[i] = i;
    if (requirements.subjects[i].kind != SubjectKind::cells) continue;
    const std::string_view key = requirements.subjects[i].key;
    if (const auto base = byKey.find(key.substr(key.find(':') + 1)); base != byKey.end()) about[i] = base->second;
  }
  return about;
}

CoveredModel coveredModel(const coverage::ModelCoverage& coverage, const TestIndex& tests, std::uint32_t firstPage) {
  CoveredModel model;
  model.coverage = &coverage;
  model.met = coverage.met();
  model.settled = coverage.settled();
  model.metBy.resize(coverage.requirements.count());
  model.values.resize(coverage.requirements.subjects.size());
  model.about = subjectsAbout(coverage.requirements);
  model.cells.resize(model.about.size());
  for (std::uint32_t i = 0; i < model.about.size(); ++i)
    if (model.about[i] != i) model.cells[model.about[i]].push_back(i);
  model.firstPage = firstPage;
  for (const coverage::TestRecord& record : coverage.tests) {
    const std::uint32_t index = tests.at(record.id);
    record.met.forEach([&](std::size_t id) { model.metBy[id].push_back(index); });
    for (const coverage::Observation& observation : record.values)
      model.values[observation.subject].insert(observation.values.begin(), observation.values.end());
  }
  for (auto& metBy : model.metBy) std::ranges::sort(metBy);
  model.paragraphs = paragraphTallies(model);
  return model;
}

// The criteria that every report has, and further criteria for which some model has requirements.
std::vector<Criterion> criteriaOf(const coverage::Data& data) {
  std::vector<Criterion> result(coverage::criteria.begin(), coverage::criteria.end());
  for (const Criterion criterion : coverage::furtherCriteria)
    if (std::ranges::any_of(data.models, [&](const coverage::ModelCoverage& model) {
          return coverage::requirementsOf(model.requirements, criterion).count() != 0;
        }))
      result.push_back(criterion);
  return result;
}

std::vector<SourcePage> pagesOf(const CoveredModel& model, std::uint32_t modelIndex, const std::vector<Criterion>& criteria) {
  const Requirements& requirements = model.requirements();
  std::vector<std::vector<Stretch>> stretches(requirements.sources.size());
  std::vector<Bits> members(requirements.sources.size(), Bits(requirements.count()));
  for (std::uint32_t i = 0; i < requirements.subjects.size(); ++i) {
    for (const coverage::Occurrence& occurrence : requirements.subjects[i].occurrences) {
      const std::uint32_t source = requirements.paragraphs[occurrence.paragraph].source;
      addRequirements(members[source], requirements.subjects[i]);
      const std::uint32_t end = std::min(occurrence.end, static_cast<std::uint32_t>(requirements.sources[source].text.size()));
      if (requirements.subjects[i].kind == SubjectKind::cells) continue;  // only the subject that the cells refine is coloured
      if (occurrence.begin < end) stretches[source].push_back({occurrence.begin, end, i});
    }
  }
  std::vector<SourcePage> pages;
  for (std::uint32_t source = 0; source < requirements.sources.size(); ++source)
    pages.push_back({modelIndex, source, nested(std::move(stretches[source])), {}});
  for (const Criterion criterion : criteria) {
    const Bits asked = model.coverage->feasible(coverage::requirementsOf(requirements, criterion));
    for (SourcePage& page : pages) {
      Bits elsewhere = asked, here = asked;
      elsewhere -= members[page.source];
      here -= elsewhere;
      page.criteria.push_back(coverage::tally(here, model.met));
    }
  }
  return pages;
}

// The gaps of all models: first the most useful gap of each model, then the second of each, ...
std::vector<Gap> gapsOf(const std::vector<CoveredModel>& models) {
  std::vector<std::vector<coverage::Gap>> lists;
  for (const CoveredModel& model : models) lists.push_back(coverage::gaps(model.requirements(), model.settled));
  std::vector<Gap> all;
  for (std::size_t i = 0;; ++i) {
    const std::size_t before = all.size();
    for (std::uint32_t model = 0; model < lists.size(); ++model)
      if (i < lists[model].size()) all.push_back({model, std::move(lists[model][i])});
    if (all.size() == before) return all;
  }
}

void addContributions(Report& report) {
  report.contributions.resize(report.run.tests.size());
  for (std::uint32_t model = 0; model < report.models.size(); ++model) {
    const auto& metBy = report.models[model].metBy;
    for (RequirementId id = 0; id < metBy.size(); ++id) {
      for (const std::uint32_t test : metBy[id]) ++report.contributions[test].met;
      if (metBy[id].size() == 1) report.contributions[metBy[id].front()].byItAlone.push_back({model, id});
    }
  }
}

}  // namespace

// Signatures and fields have a value in every test, so their state is never `neverEvaluated`.
CoverageState CoveredModel::standing(std::uint32_t index) const {
  const Subject& subject = requirements().subjects[index];
  const coverage::Status status = coverage::statusOf(subject, met);
  if (status != coverage::Status::met && coverage::statusOf(subject, settled) == coverage::Status::met)
    return CoverageState::infeasible;
  switch (status) {
    case coverage::Status::met: return CoverageState::met;
    case coverage::Status::partly: return CoverageState::partly;
    case coverage::Status::neverEvaluated: break;
  }
  return isDeclared(subject) ? CoverageState::unmet : CoverageState::neverEvaluated;
}

bool CoveredModel::asksForMore(std::uint32_t index) const {
  return std::ranges::any_of(cells[index], [&](std::uint32_t more) {
    return coverage::statusOf(requirements().subjects[more], settled) != coverage::Status::met;
  });
}

Report reportOn(std::string title, const runner::RunResult& run) {
  Report report{.title = std::move(title), .run = run};
  if (!run.coverage) return report;
  TestIndex tests;
  std::vector<std::string> ids;
  for (const suite::TestResult& test : run.tests) ids.push_back(test.id());
  for (std::uint32_t i = 0; i < ids.size(); ++i) tests.try_emplace(ids[i], i);
  report.criteria = criteriaOf(*run.coverage);
  for (const coverage::ModelCoverage& model : run.coverage->models) {
    const auto index = static_cast<std::uint32_t>(report.models.size());
    report.models.push_back(coveredModel(model, tests, static_cast<std::uint32_t>(report.pages.size())));
    std::ranges::move(pagesOf(report.models.back(), index, report.criteria), std::back_inserter(report.pages));
  }
  report.gaps = gapsOf(report.models);
  for (std::size_t i = 0; i < run.gapTests.size(); ++i)
    for (std::uint32_t model = 0; model < report.models.size(); ++model)
      if (report.models[model].requirements().digest == run.gapTests[i].digest)
        for (const RequirementId id : run.gapTests[i].closes) report.gapTests.emplace(std::pair(model, id), i);
  addContributions(report);
  return report;
}

runner::RunResult runOf(coverage::Data data) {
  constexpr std::string_view colons = "::";
  runner::RunResult run;
  std::set<std::string> known;
  for (coverage::ModelCoverage& model : data.models) {
    for (coverage::TestRecord& record : model.tests) {
      if (record.id.find(colons) == std::string::npos) record.id.insert(0, colons);  // this ID names no file
      if (!known.insert(record.id).second) continue;
      suite::TestResult& test = run.tests.emplace_back();
      const std::size_t end = record.id.find(colons);
      test.file = record.id.substr(0, end);
      test.name = record.id.substr(end + colons.size());
      test.outcome = record.passed ? suite::Outcome::passed : suite::Outcome::failed;
    }
  }
  run.coverage = std::move(data);
  return run;
}

}  // namespace aunit::reporters::html
