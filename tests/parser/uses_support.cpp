#include "tests/parser/uses_support.h"

#include <algorithm>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "parser/alloy/tokens/scanner.h"

namespace aunit::parser::test {

namespace {

const char* word(NameKind kind) {
  static constexpr const char* words[] = {"module",    "alias",     "signature", "fact",  "field",
                                          "function",  "assertion", "variable",  "macro", "command",
                                          "valuation", "constant",  "process",   "label", "log"};
  return words[static_cast<int>(kind)];
}

std::set<std::string> atomsAndTags(const model::Tests& tests) {
  std::set<std::string> names;
  for (const model::Test& test : tests.tests) names.insert(test.tags.begin(), test.tags.end());
  for (const model::Valuation& valuation : tests.valuations) {
    std::vector<model::ValuationState> states = valuation.states;
    states.push_back(valuation.common);
    for (const model::ValuationState& state : states)
      for (const model::Assignment& assignment : state.assignments)
        for (const auto& tuples : {assignment.tuples, assignment.upTo.value_or(std::vector<model::NamedTuple>())})
          for (const model::NamedTuple& tuple : tuples)
            for (const model::AtomName& atom : tuple) names.insert(atom.text);
  }
  return names;
}

void addMembers(const model::LogPattern& pattern, std::set<std::string>& names) {
  for (const auto& [name, member] : pattern.members) names.insert(name), addMembers(member, names);
  for (const model::LogPattern& element : pattern.elements) addMembers(element, names);
}

/// The keywords of `log` paragraphs and mappings, and the JSON members that these name.
std::set<std::string> wordsOfLogs(const model::Tests& tests) {
  std::set<std::string> names;
  std::vector<model::Log> logs = tests.logs;
  for (const model::Valuation& valuation : tests.valuations)
    if (valuation.mapping) logs.push_back(*valuation.mapping);
  if (logs.empty()) return names;
  names = {"log",   "event", "with",   "clock",     "order",   "by",     "on",  "is",  "step",   "passed",
           "over",  "value", "each",   "unless",    "unnamed", "stay",   "up",  "to",  "hidden", "steps",
           "lines", "are",   "states", "initially", "any",     "values", "TLA", "fits"};
  const auto addPath = [&](const std::optional<model::LogPath>& path) {
    if (!path) return;
    for (const auto& step : path->steps)
      if (const auto* name = std::get_if<std::string>(&step)) names.insert(*name);
  };
  for (const model::Log& log : logs) {
    names.insert(log.tags.begin(), log.tags.end());
    for (const auto& path : {log.event, log.arguments, log.clock, log.order, log.key, log.loop}) addPath(path);
    for (const model::LogRelation& relation : log.relations) addPath(relation.path);
    for (const model::LogRule& rule : log.rules) addMembers(rule.pattern, names);
    for (const model::LogValue& value : log.values) addMembers(value.pattern, names);
    for (const model::LogElements& each : log.elements) {
      addPath(each.path);
      for (const model::LogRule& rule : each.rules) addMembers(rule.pattern, names);
    }
  }
  return names;
}

}  // namespace

std::string namesOf(const Loaded& loaded) {
  const UseIndex index(loaded.uses);
  const auto place = [&](model::Span span) {
    const model::Position at = loaded.sources.begin(span);
    const std::string path = span.file == 0 ? "" : loaded.sources.file(span.file).path() + ":";
    return fmt::format("{}{}:{}", path, at.line, at.column);
  };
  std::string out;
  std::set<std::pair<model::FileId, std::uint32_t>> seen;
  for (const NameUse& name : index.in(0)) {
    if (!seen.emplace(name.declaration.file, name.declaration.begin).second) continue;
    out += fmt::format("{} {} {}:", word(name.kind), loaded.sources.text(name.declaration), place(name.declaration));
    for (const model::Span use : index.usesOf(name.declaration))
      if (use.file == 0 && use != name.declaration) out += " " + place(use);
    out += "\n";
  }
  return out;
}

std::vector<std::string> unexplainedNames(const Loaded& loaded) {
  const UseIndex index(loaded.uses);
  std::set<std::string> excepted = atomsAndTags(loaded.tests);
  excepted.merge(wordsOfLogs(loaded.tests));
  excepted.merge(std::set<std::string>{"val", "test", "state", "loop", "from", "because", "every", "declaration", "of",
                                       "predicate", "assertion", "scope", "satisfies", "violates", "valid", "invalid", "gives",
                                       "Test", "cmd"});
  std::vector<std::string> out;
  for (model::FileId file = 0; file < loaded.sources.size(); ++file) {
    const std::string& text = loaded.sources.file(file).text();
    const bool library = std::ranges::any_of(loaded.model->modules(),
                                             [&](const model::Module& module) { return module.library && module.file == file; });
    for (const NameUse& name : index.in(file))
      if (name.kind != NameKind::module && loaded.sources.text(name.use) != loaded.sources.text(name.declaration))
        out.push_back(fmt::format("{} {} for {}", loaded.sources.describe(name.use), loaded.sources.text(name.use),
                                  loaded.sources.text(name.declaration)));
    if (library) continue;  // commands of a library do not matter
    alloy::Scanner scanner(text);
    for (alloy::RawToken token = scanner.next(); token.type != alloy::Token::endOfInput; token = scanner.next()) {
      const auto name = index.at(file, token.begin);
      const std::string word = text.substr(token.begin, token.end - token.begin);
      if (token.type == alloy::TokenType::NAME && word.find('$') == std::string::npos && !excepted.contains(word) &&
          !(name && name->use.begin <= token.begin && token.end <= name->use.end))
        out.push_back(fmt::format("{} {}", loaded.sources.describe({file, token.begin, token.end}), word));
    }
  }
  return out;
}

}  // namespace aunit::parser::test
