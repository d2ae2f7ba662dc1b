#include "coverage/data_file.h"

#include <algorithm>
#include <functional>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "support/files.h"

namespace aunit::coverage {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::string_view formatName = "aunit-coverage";
constexpr int formatVersion = 1;
constexpr std::size_t mostCells = 10000;  // largest number of cells in one subject of a file

struct SetName {
  Sets set;
  std::string_view name;
};
constexpr SetName setNames[] = {{sets::r0, "R0"},
                                {sets::r1, "R1"},
                                {sets::r2, "R2"},
                                {sets::facts, "R3-fact"},
                                {sets::predicates, "R3-pred"},
                                {sets::assertions, "R3-assert"},
                                {sets::implicit, "IC"},
                                {sets::r4, "R4"},
                                {sets::r5, "R5"},
                                {sets::r6, "R6"},
                                {sets::r7, "R7"},
                                {sets::r8, "R8"},
                                {sets::r9, "R9"}};
constexpr SubjectKind subjectKinds[] = {SubjectKind::signature, SubjectKind::field,      SubjectKind::expression,
                                        SubjectKind::formula,   SubjectKind::quantified, SubjectKind::implicit,
                                        SubjectKind::cells};
constexpr ParagraphKind paragraphKinds[] = {ParagraphKind::signature, ParagraphKind::fact, ParagraphKind::predicate,
                                            ParagraphKind::function, ParagraphKind::assertion};

// Thrown if a text is well-formed JSON but not coverage data.
struct FormatError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void require(bool condition, const std::string& what) {
  if (!condition) throw FormatError(what);
}

// --- writing

Json toJson(const Requirements& r) {
  Json out = Json::object();
  out["name"] = r.model;
  out["digest"] = r.digest;
  out["sources"] = Json::array();
  for (const Source& s : r.sources) out["sources"].push_back({{"path", s.path}, {"text", s.text}});
  out["paragraphs"] = Json::array();
  for (const Paragraph& p : r.paragraphs)
    out["paragraphs"].push_back(
        {{"kind", name(p.kind)}, {"name", p.name}, {"source", p.source}, {"begin", p.begin}, {"end", p.end}});
  out["subjects"] = Json::array();
  for (const Subject& s : r.subjects) {
    Json subject = {{"kind", name(s.kind)}, {"id", s.key}, {"text", s.text}};
    if (s.kind == SubjectKind::quantified) subject["domain"] = s.domain;
    if (s.kind == SubjectKind::cells) subject["cells"] = s.cells;
    subject["sets"] = Json::array();
    for (const SetName& set : setNames)
      if ((s.sets & set.set) != 0) subject["sets"].push_back(set.name);
    subject["occurrences"] = Json::array();
    for (const Occurrence& o : s.occurrences) subject["occurrences"].push_back({o.paragraph, o.begin, o.end});
    out["subjects"].push_back(std::move(subject));
  }
  return out;
}

Json toJson(const TestRecord& test) {
  Json out = {{"id", test.id}, {"outcome", test.passed ? "passed" : "failed"}, {"met", Json::array()}};
  test.met.forEach([&](std::size_t i) { out["met"].push_back(i); });
  if (test.values.empty()) return out;
  out["values"] = Json::array();
  for (const Observation& o : test.values) out["values"].push_back({{"subject", o.subject}, {"values", o.values}});
  return out;
}

// --- reading

template <class Kind, std::size_t size>
Kind kindFrom(const Json& json, const Kind (&kinds)[size]) {
  const auto& text = json.get_ref<const std::string&>();
  for (const Kind kind : kinds)
    if (name(kind) == text) return kind;
  throw FormatError(fmt::format("unknown kind of paragraph or subject: \"{}\"", text));
}

std::uint32_t number(const Json& json, std::size_t limit, const char* what) {
  require(json.is_number_unsigned() && json.get<std::uint64_t>() < limit, fmt::format("a {} is out of range", what));
  return json.get<std::uint32_t>();
}

Requirements requirementsFrom(const Json& json) {
  Requirements r;
  r.model = json.at("name").get<std::string>();
  r.digest = json.at("digest").get<std::string>();
  require(!r.digest.empty(), "a model has no digest");
  for (const Json& s : json.at("sources"))
    r.sources.push_back({s.at("path").get<std::string>(), s.at("text").get<std::string>()});
  for (const Json& p : json.at("paragraphs")) {
    Paragraph paragraph;
    paragraph.kind = kindFrom(p.at("kind"), paragraphKinds);
    paragraph.name = p.at("name").get<std::string>();
    paragraph.source = number(p.at("source"), r.sources.size(), "source");
    const std::size_t size = r.sources[paragraph.source].text.size();
    paragraph.begin = number(p.at("begin"), size + 1, "position");
    paragraph.end = number(p.at("end"), size + 1, "position");
    require(paragraph.begin <= paragraph.end, "a paragraph ends before it begins");
    r.paragraphs.push_back(std::move(paragraph));
  }
  std::set<std::string> keys;
  std::uint32_t first = 0;
  for (const Json& s : json.at("subjects")) {
    Subject subject;
    subject.kind = kindFrom(s.at("kind"), subjectKinds);
    subject.key = s.at("id").get<std::string>();
    require(keys.insert(subject.key).second, fmt::format("the subject {} occurs twice", subject.key));
    subject.text = s.at("text").get<std::string>();
    if (subject.kind == SubjectKind::quantified) subject.domain = s.at("domain").get<std::string>();
    if (subject.kind == SubjectKind::cells) {
      subject.cells = s.at("cells").get<std::vector<std::string>>();
      require(!subject.cells.empty() && subject.cells.size() <= mostCells, "the number of cells is out of range");
    }
    for (const Json& set : s.at("sets")) {
      const auto& text = set.get_ref<const std::string&>();
      const auto found = std::ranges::find(setNames, text, &SetName::name);
      require(found != std::end(setNames), fmt::format("unknown set of requirements: \"{}\"", text));
      subject.sets = static_cast<Sets>(subject.sets | found->set);
    }
    for (const Json& o : s.at("occurrences")) {
      require(o.is_array() && o.size() == 3, "an occurrence is not a list of three numbers");
      Occurrence occurrence;
      occurrence.paragraph = number(o[0], r.paragraphs.size(), "paragraph");
      const std::size_t size = r.sources[r.paragraphs[occurrence.paragraph].source].text.size();
      occurrence.begin = number(o[1], size + 1, "position");
      occurrence.end = number(o[2], size + 1, "position");
      require(occurrence.begin <= occurrence.end, "an occurrence ends before it begins");
      subject.occurrences.push_back(occurrence);
    }
    subject.first = first;
    first += subject.requirementCount();
    r.subjects.push_back(std::move(subject));
  }
  return r;
}

TestRecord testFrom(const Json& json, const Requirements& requirements) {
  TestRecord test;
  test.id = json.at("id").get<std::string>();
  const auto& outcome = json.at("outcome").get_ref<const std::string&>();
  require(outcome == "passed" || outcome == "failed", fmt::format("unknown outcome: \"{}\"", outcome));
  test.passed = outcome == "passed";
  test.met = Bits(requirements.count());
  for (const Json& met : json.at("met")) test.met.set(number(met, requirements.count(), "requirement"));
  if (!json.contains("values")) return test;
  for (const Json& o : json.at("values")) {
    Observation observation;
    observation.subject = number(o.at("subject"), requirements.subjects.size(), "subject");
    observation.values = o.at("values").get<std::vector<std::string>>();
    require(test.values.empty() || test.values.back().subject < observation.subject,
            "the values of a test are not in the order of subjects");
    require(observation.values.size() <= mostValues &&
                std::ranges::adjacent_find(observation.values, std::greater_equal<>()) == observation.values.end(),
            "a subject has too many values, or they are not in ascending order");
    test.values.push_back(std::move(observation));
  }
  return test;
}

Data dataFrom(const Json& json) {
  require(json.is_object() && json.contains("format") && json["format"] == formatName,
          fmt::format("its member `format` is not \"{}\"", formatName));
  require(json.at("version") == formatVersion,
          fmt::format("its version is {}, but this program reads version {}", json.at("version").dump(), formatVersion));
  Data data;
  for (const Json& m : json.at("models")) {
    const Requirements requirements = requirementsFrom(m);
    const std::size_t before = data.models.size();
    ModelCoverage& model = data.of(requirements);
    require(data.models.size() > before, fmt::format("the model {} occurs twice", requirements.digest));
    for (const Json& t : m.at("tests")) model.add(testFrom(t, requirements));
    if (!m.contains("infeasible")) continue;
    Bits infeasible(requirements.count());
    for (const Json& id : m["infeasible"]) infeasible.set(number(id, requirements.count(), "requirement"));
    model.exclude(infeasible);
  }
  return data;
}

}  // namespace

std::string toJson(const Data& data) {
  Json out = {{"format", formatName}, {"version", formatVersion}, {"models", Json::array()}};
  for (const ModelCoverage& m : data.models) {
    Json model = toJson(m.requirements);
    model["tests"] = Json::array();
    for (const TestRecord& test : m.tests) model["tests"].push_back(toJson(test));
    if (m.infeasible.size() != 0) {
      model["infeasible"] = Json::array();
      m.infeasible.forEach([&](std::size_t i) { model["infeasible"].push_back(i); });
    }
    out["models"].push_back(std::move(model));
  }
  // A file's name may have bytes that are not UTF-8. They are replaced, so that the JSON is valid.
  return out.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Data> fromJson(std::string_view text, std::string& error) {
  try {
    return dataFrom(Json::parse(text));
  } catch (const Json::parse_error& e) {
    if (text.empty())
      error = "it is empty";
    else if (e.byte > text.size())
      error = fmt::format("it is cut off after {} bytes", text.size());
    else
      error = fmt::format("it is not JSON (error at byte {})", e.byte);
  } catch (const Json::exception& e) {
    error = fmt::format("a part is missing or of the wrong type: {}", e.what());
  } catch (const FormatError& e) {
    error = e.what();
  }
  return std::nullopt;
}

std::optional<Data> readData(const std::string& path, std::string& error) {
  const auto text = support::readFile(path, error);
  if (!text) {
    error = fmt::format("cannot read {}: {}", path, error);
    return std::nullopt;
  }
  auto data = fromJson(*text, error);
  if (!data) error = fmt::format("{} is not coverage data: {}", path, error);
  return data;
}

}  // namespace aunit::coverage
