#include <nlohmann/json.hpp>

#include "coverage/criteria.h"
#include "coverage/sentences.h"
#include "reporters/coverage/exports.h"

namespace aunit::reporters {

using Json = nlohmann::ordered_json;
using coverage::Requirements;
using coverage::Subject;

namespace {

Json position(const Requirements& r, std::uint32_t source, std::uint32_t offset) {
  const model::Position place = r.positionOf(source, offset);
  return {{"line", place.line}, {"column", place.column}, {"offset", offset}};
}

Json criteriaOf(const coverage::ModelCoverage& model) {
  Json out = Json::object();
  for (const coverage::Criterion criterion : coverage::criteriaOf(model.requirements)) {
    const coverage::Tally tally = model.tally(criterion);
    out[std::string(coverage::abbreviation(criterion))] = {
        {"met", tally.met}, {"total", tally.total}, {"percent", tally.percent()}};
  }
  return out;
}

Json subjectOf(const coverage::ModelCoverage& model, const Subject& subject) {
  const Requirements& r = model.requirements;
  Json out = {{"id", subject.key}, {"kind", coverage::name(subject.kind)}, {"text", subject.text}};
  out["spans"] = Json::array();
  for (const coverage::Occurrence& o : subject.occurrences) {
    const coverage::Paragraph& paragraph = r.paragraphs[o.paragraph];
    out["spans"].push_back({{"path", r.sources[paragraph.source].path},
                            {"paragraph", std::string(coverage::name(paragraph.kind)) + " " + paragraph.name},
                            {"begin", position(r, paragraph.source, o.begin)},
                            {"end", position(r, paragraph.source, o.end)}});
  }
  out["requirements"] = Json::array();
  for (std::uint32_t i = 0; i < subject.requirementCount(); ++i) {
    Json tests = Json::array();
    for (const coverage::TestRecord& test : model.tests)
      if (test.met.test(subject.first + i)) tests.push_back(test.id);
    const bool met = !tests.empty();
    out["requirements"].push_back({{"id", subject.key + "#" + std::to_string(i)},
                                   {"asks", coverage::asks(subject, i)},
                                   {"met", met},
                                   {"infeasible", model.isInfeasible(subject.first + i)},
                                   {"tests", std::move(tests)}});
  }
  return out;
}

}  // namespace

std::string coverageJson(const coverage::Data& data) {
  Json out = {{"format", "aunit-coverage-report"}, {"version", 1}, {"models", Json::array()}};
  for (const coverage::ModelCoverage& m : data.models) {
    Json model = {{"name", m.requirements.model}, {"digest", m.requirements.digest}, {"criteria", criteriaOf(m)}};
    model["subjects"] = Json::array();
    for (const Subject& subject : m.requirements.subjects) model["subjects"].push_back(subjectOf(m, subject));
    out["models"].push_back(std::move(model));
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace aunit::reporters
