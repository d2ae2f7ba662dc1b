// Data in JSON and CSV. Files that were written can be read again, with any characters in names. Each name that was read has its
// place in the file.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <nlohmann/json.hpp>

#include "model/instances/data_files.h"
#include "model/instances/mapped_data.h"
#include "tests/evaluator/builder.h"

namespace aunit::model {
namespace {

using Pair = std::pair<std::string, std::string>;

/// A name with characters that have a meaning in JSON or CSV, or with multibyte characters.
std::string anyName() {
  std::string name;
  for (const std::size_t sign : *rc::gen::nonEmpty(rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange(0, 12))))
    name += std::vector<std::string>{"a", "7", "\"", "\\", ",", "\n", " ", "-", "[", "}", "\xC3\xA4", "\xF0\x9F\x98\x80"}[sign];
  return name;
}

std::vector<Pair> anyPairs() {
  std::vector<Pair> pairs;
  for (int i = *rc::gen::inRange(0, 8); i > 0; --i) pairs.emplace_back(anyName(), anyName());
  return pairs;
}

std::string inQuotes(std::string_view cell) {
  std::string out = "\"";
  for (const char c : cell) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

struct DataFiles : ::testing::Test {
  evaluator::testing::Builder build;
  SigId node = build.sig("Node");
  FieldId link = build.field("link", node, 2);
  SourceMap sources;
  Diagnostics diagnostics;

  DataFiles() {
    build.model.mutableModules().emplace_back().path = "this";
    build.model.mutableFields()[link].type = build.model.internType({{{node, node}}});
  }

  /// The pairs of `link`, which is the only relation.
  std::optional<std::vector<Pair>> read(const std::string& path, const std::string& text) {
    const std::vector<DataFile> files{{path, text}};
    const auto state = readData(build.model, files, sources, diagnostics);
    if (!state || state->assignments.size() != 1 || state->assignments[0].field != link) return std::nullopt;
    std::vector<Pair> pairs;
    for (const NamedTuple& tuple : state->assignments[0].tuples) {
      pairs.emplace_back(tuple[0].text, tuple[1].text);
      lastPlace = sources.text(tuple[1].span);
    }
    return pairs;
  }

  std::string lastPlace;
};

RC_GTEST_FIXTURE_PROP(DataFiles, ReadsItsJson, ()) {
  const std::vector<Pair> pairs = anyPairs();
  const nlohmann::json document = {{"link", pairs}};
  const auto again = read("data.json", document.dump(*rc::gen::inRange(-1, 3)));
  RC_ASSERT(again && *again == pairs);
  const std::string written = pairs.empty() ? "" : nlohmann::json(pairs.back().second).dump();
  if (written.find('\\') == std::string::npos) RC_ASSERT(lastPlace == written);
}

RC_GTEST_FIXTURE_PROP(DataFiles, ReadsItsTables, ()) {
  const std::vector<Pair> pairs = anyPairs();
  const std::string end = *rc::gen::arbitrary<bool>() ? "\n" : "\r\n";
  std::string text = *rc::gen::arbitrary<bool>() ? "\xEF\xBB\xBF"
                                                   "from,to"
                                                 : "from,to";
  for (const auto& [from, to] : pairs) text += end + inQuotes(from) + "," + inQuotes(to);
  if (*rc::gen::arbitrary<bool>()) text += end;
  const auto again = read("folder/link.csv", text);
  RC_ASSERT(again && *again == pairs);
  if (!pairs.empty()) RC_ASSERT(lastPlace == inQuotes(pairs.back().second));
}

/// `each .all.links { on {from: x: Node, to: {name: y: Node}} is x->y in link }`.
struct MappedData : DataFiles {
  Log mapping;

  MappedData() {
    const VarId x = build.variable("x"), y = build.variable("y");
    const auto variable = [](VarId id) {
      LogPattern pattern;
      pattern.kind = LogPattern::Kind::variable;
      pattern.variable = id;
      return pattern;
    };
    LogRule rule;
    rule.pattern.kind = LogPattern::Kind::object;
    LogPattern to;
    to.kind = LogPattern::Kind::object;
    to.members.emplace_back("name", variable(y));
    rule.pattern.members.emplace_back("from", variable(x));
    rule.pattern.members.emplace_back("to", to);
    rule.formula = build.formula(Op::in, {build.product(build.var(x), build.var(y)), build.fieldRef(link)});
    LogElements& each = mapping.elements.emplace_back();
    each.path.steps = {"all", "links"};
    each.rules.push_back(std::move(rule));
  }

  static nlohmann::json documentOf(const std::vector<Pair>& pairs) {
    nlohmann::json links = nlohmann::json::array();
    for (const auto& [from, to] : pairs)
      links.push_back({{"to", {{"name", to}, {"more", nullptr}}}, {"from", from}, {"cost", 1.5}});
    return {{"all", {{"links", links}, {"other", {1, true}}}}};
  }
};

RC_GTEST_FIXTURE_PROP(MappedData, ReadsWhatItsRulesSay, ()) {
  const std::vector<Pair> pairs = anyPairs();
  const std::vector<DataFile> files{{"data.json", documentOf(pairs).dump(*rc::gen::inRange(-1, 3))}};
  const auto state = readMappedData(build.model, mapping, files, sources, diagnostics);
  RC_ASSERT(state.has_value());
  std::vector<Pair> again;
  for (const Assignment& assignment : state->assignments)
    for (const NamedTuple& tuple : assignment.tuples) {
      again.emplace_back(tuple[0].text, tuple[1].text);
      const std::string written = nlohmann::json(tuple[1].text).dump();
      if (written.find('\\') == std::string::npos) RC_ASSERT(sources.text(tuple[1].span) == written);
    }
  RC_ASSERT(again == pairs);
}

/// Any text is read, or refused with exactly one error.
RC_GTEST_FIXTURE_PROP(MappedData, RefusesWithOneErrorToo, ()) {
  std::string text = documentOf(anyPairs()).dump();
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    const auto at = static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(text.size())));
    text[at] = (*rc::gen::elementOf(std::string("[]{},:\"\\1x")));
  }
  const std::size_t before = diagnostics.errorCount();
  const std::vector<DataFile> files{{"data.json", text}};
  const bool isRead = readMappedData(build.model, mapping, files, sources, diagnostics).has_value();
  RC_ASSERT(diagnostics.errorCount() == before + (isRead ? 0u : 1u));
}

/// Any text is read, or refused with exactly one error.
RC_GTEST_FIXTURE_PROP(DataFiles, RefusesWithOneError, ()) {
  std::string text = nlohmann::json({{"link", anyPairs()}}).dump();
  for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
    const auto at = static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(text.size())));
    text[at] = (*rc::gen::elementOf(std::string("[]{},:\"\\1x")));
  }
  for (const char* path : {"data.json", "link.csv"}) {
    const std::size_t before = diagnostics.errorCount();
    const bool isRead = readData(build.model, std::vector<DataFile>{{path, text}}, sources, diagnostics).has_value();
    RC_ASSERT(diagnostics.errorCount() == before + (isRead ? 0u : 1u));
  }
}

}  // namespace
}  // namespace aunit::model
