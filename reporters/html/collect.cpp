#include "reporters/html/collect.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "coverage/criteria.h"
#include "coverage/sentences.h"

namespace aunit::reporters::html {

namespace {

using coverage::Bits;
using coverage::ModelCoverage;
using coverage::RequirementId;

constexpr std::size_t mostValues = 12;  // of one subject

// What is declared has a value in every test; it cannot be that it was never evaluated.
Standing standingOf(const coverage::Subject& subject, const Bits& met, const Bits& settled) {
  const coverage::Status status = coverage::statusOf(subject, met);
  if (status != coverage::Status::met && coverage::statusOf(subject, settled) == coverage::Status::met)
    return Standing::infeasible;
  switch (status) {
    case coverage::Status::met: return Standing::met;
    case coverage::Status::partly: return Standing::partly;
    case coverage::Status::neverEvaluated: break;
  }
  const bool declared = subject.kind == coverage::SubjectKind::signature || subject.kind == coverage::SubjectKind::field;
  return declared ? Standing::unmet : Standing::neverEvaluated;
}

Subject::Kind kindOf(coverage::SubjectKind kind) {
  switch (kind) {
    case coverage::SubjectKind::signature: return Subject::Kind::signature;
    case coverage::SubjectKind::field: return Subject::Kind::field;
    case coverage::SubjectKind::expression: return Subject::Kind::expression;
    case coverage::SubjectKind::formula:
    case coverage::SubjectKind::quantified: return Subject::Kind::formula;
    case coverage::SubjectKind::implicit: return Subject::Kind::implicit;
  }
  return Subject::Kind::expression;
}

/// Adds one model with its tests to a report.
class ModelCollector {
 public:
  ModelCollector(Report& report, const ModelCoverage& model, const std::unordered_map<std::string, std::uint32_t>& testIndex)
      : report_(report),
        model_(model),
        requirements_(model.requirements),
        met_(model.met()),
        firstFile_(static_cast<std::uint32_t>(report.files.size())),
        firstSubject_(static_cast<std::uint32_t>(report.subjects.size())),
        metBy_(requirements_.count()) {
    for (const coverage::TestRecord& record : model.tests) {
      const std::uint32_t index = testIndex.at(record.id);
      report_.tests[index].requirementsMet += record.met.count();
      record.met.forEach([&](std::size_t id) { metBy_[id].push_back(index); });
    }
    for (auto& tests : metBy_) std::ranges::sort(tests);
  }

  /// What is unmet, most useful first.
  std::vector<Gap> gaps() const {
    std::vector<Gap> all;
    for (const coverage::Gap& gap : coverage::gaps(requirements_, met_)) all.push_back(place(gap.sentence, gap.subject));
    return all;
  }

  void collect() {
    addFiles();
    addSubjects();
    addCriteria();
    addParagraphs();
    for (RequirementId id = 0; id < metBy_.size(); ++id) {
      if (metBy_[id].size() != 1) continue;
      const std::uint32_t subject = requirements_.subjectOf(id);
      const coverage::Subject& s = requirements_.subjects[subject];
      report_.tests[metBy_[id][0]].onlyByThis.push_back(
          place(fmt::format("{}: {}", coverage::shortText(s), coverage::asks(s, id - s.first)), subject));
    }
  }

 private:
  void addFiles() {
    for (const coverage::Source& source : requirements_.sources) {
      SourceFile file;
      file.path = source.path;
      file.text = source.text;
      report_.files.push_back(std::move(file));
    }
  }

  std::uint32_t sourceOf(const coverage::Occurrence& occurrence) const {
    return requirements_.paragraphs[occurrence.paragraph].source;
  }

  void addSubjects() {
    const Bits settled = model_.settled();
    std::vector<std::set<std::string>> values(requirements_.subjects.size());
    for (const coverage::TestRecord& record : model_.tests)
      for (const coverage::Observation& observation : record.values)
        values[observation.subject].insert(observation.values.begin(), observation.values.end());
    for (std::uint32_t i = 0; i < requirements_.subjects.size(); ++i) {
      const coverage::Subject& from = requirements_.subjects[i];
      Subject subject;
      subject.kind = kindOf(from.kind);
      subject.text = from.text;
      for (std::uint32_t number = 0; number < from.requirementCount(); ++number) {
        const RequirementId id = from.first + number;
        subject.requirements.push_back({coverage::asks(from, number), met_.test(id), model_.isInfeasible(id), metBy_[id]});
      }
      subject.valueCount = values[i].size();
      for (const std::string& value : values[i])
        if (subject.values.size() < mostValues) subject.values.push_back(value);
      report_.subjects.push_back(std::move(subject));
      const Standing standing = standingOf(from, met_, settled);
      for (const coverage::Occurrence& occurrence : from.occurrences)
        report_.files[firstFile_ + sourceOf(occurrence)].occurrences.push_back(
            {occurrence.begin, occurrence.end, firstSubject_ + i, standing});
    }
  }

  // Requirements of the subjects that stand in a stretch of text, each once.
  template <class Belongs>
  Bits membersWhere(Belongs&& belongs) const {
    Bits members(requirements_.count());
    for (const coverage::Subject& subject : requirements_.subjects) {
      if (std::ranges::none_of(subject.occurrences, belongs)) continue;
      for (std::uint32_t number = 0; number < subject.requirementCount(); ++number) members.set(subject.first + number);
    }
    return members;
  }

  void addCriteria() {
    std::vector<Bits> byFile;
    for (std::uint32_t source = 0; source < requirements_.sources.size(); ++source)
      byFile.push_back(membersWhere([&](const coverage::Occurrence& o) { return sourceOf(o) == source; }));
    for (std::size_t i = 0; i < coverage::criteria.size(); ++i) {
      const coverage::Criterion criterion = coverage::criteria[i];
      if (report_.criteria.size() <= i)
        report_.criteria.push_back({std::string(coverage::abbreviation(criterion)), std::string(coverage::name(criterion)), {}});
      const Bits members = model_.feasible(coverage::requirementsOf(requirements_, criterion));
      report_.criteria[i].count += coverage::tally(members, met_);
      for (std::uint32_t source = 0; source < byFile.size(); ++source) {
        Bits others = members, here = members;
        others -= byFile[source];
        here -= others;
        report_.files[firstFile_ + source].criteria.push_back(coverage::tally(here, met_));
      }
    }
  }

  void addParagraphs() {
    std::vector<Bits> members(requirements_.paragraphs.size(), Bits(requirements_.count()));
    for (const coverage::Subject& subject : requirements_.subjects) {
      // A signature or field is the business of the paragraph that declares it.
      const std::size_t places = subject.kind <= coverage::SubjectKind::field
                                     ? std::min<std::size_t>(1, subject.occurrences.size())
                                     : subject.occurrences.size();
      for (std::size_t i = 0; i < places; ++i)
        for (std::uint32_t number = 0; number < subject.requirementCount(); ++number)
          members[subject.occurrences[i].paragraph].set(subject.first + number);
    }
    for (std::size_t i = 0; i < requirements_.paragraphs.size(); ++i) {
      const coverage::Paragraph& from = requirements_.paragraphs[i];
      report_.files[firstFile_ + from.source].paragraphs.push_back({std::string(coverage::name(from.kind)), from.name,
                                                                    requirements_.lineOf(from.source, from.begin),
                                                                    coverage::tally(model_.feasible(members[i]), met_)});
    }
  }

  Gap place(std::string sentence, std::uint32_t subject) const {
    Gap gap{std::move(sentence), firstFile_, 1};
    const auto& occurrences = requirements_.subjects[subject].occurrences;
    if (occurrences.empty()) return gap;
    gap.file += sourceOf(occurrences.front());
    gap.line = requirements_.lineOf(sourceOf(occurrences.front()), occurrences.front().begin);
    return gap;
  }

  Report& report_;
  const ModelCoverage& model_;
  const coverage::Requirements& requirements_;
  Bits met_;
  std::uint32_t firstFile_;
  std::uint32_t firstSubject_;
  std::vector<std::vector<std::uint32_t>> metBy_;  // indices of tests by requirement
};

// One from each model in turn, so that each has its most useful ones in front.
std::vector<Gap> interleaved(std::vector<std::vector<Gap>> lists) {
  std::vector<Gap> all;
  for (std::size_t i = 0;; ++i) {
    const std::size_t before = all.size();
    for (std::vector<Gap>& list : lists)
      if (i < list.size()) all.push_back(std::move(list[i]));
    if (all.size() == before) return all;
  }
}

Test recorded(const coverage::TestRecord& record) {
  Test test;
  const std::size_t colons = record.id.find("::");
  test.result.file = record.id.substr(0, colons);
  test.result.name = colons == std::string::npos ? record.id : record.id.substr(colons + 2);
  test.result.outcome = record.passed ? suite::Outcome::passed : suite::Outcome::failed;
  return test;
}

}  // namespace

Report collect(std::string title, runner::RunResult run, const coverage::Data* data) {
  Report report;
  report.title = std::move(title);
  std::unordered_map<std::string, std::uint32_t> testIndex;
  for (std::size_t i = 0; i < run.tests.size(); ++i) {
    testIndex.try_emplace(run.tests[i].id(), static_cast<std::uint32_t>(i));
    Test test;
    test.result = std::move(run.tests[i]);
    report.tests.push_back(std::move(test));
  }
  run.tests.clear();
  report.run = std::move(run);
  if (!data) return report;

  report.hasCoverage = true;
  for (const ModelCoverage& model : data->models)
    for (const coverage::TestRecord& record : model.tests)
      if (testIndex.try_emplace(record.id, static_cast<std::uint32_t>(report.tests.size())).second)
        report.tests.push_back(recorded(record));
  std::vector<std::vector<Gap>> gaps;
  for (const ModelCoverage& model : data->models) {
    ModelCollector collector(report, model, testIndex);
    collector.collect();
    gaps.push_back(collector.gaps());
  }
  report.gaps = interleaved(std::move(gaps));
  return report;
}

}  // namespace aunit::reporters::html
