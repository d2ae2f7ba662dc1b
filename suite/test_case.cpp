#include "suite/test_case.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "suite/log/reading/runs.h"
#include "suite/text/place.h"
#include "support/budget.h"
#include "support/utf8.h"

namespace aunit::suite {

using namespace model;

namespace {

// Limits for the text of a paragraph in reports, since a paragraph may contain millions of tuples.
constexpr std::uint32_t mostLines = 60;
constexpr std::size_t longestLine = 1000;  // in bytes

std::shared_ptr<const PredicateValuation> readPredicate(const Model& model, const Command& command) {
  auto read = readPredicateValuation(model, command);
  return read ? std::make_shared<const PredicateValuation>(std::move(*read)) : nullptr;
}

bool statesMoreThanItLeavesOpen(const Model& model, const PredicateValuation& valuation) {
  std::size_t relations = model.fields().size();
  for (const model::Sig& sig : model.sigs()) relations += !sig.builtin;
  return valuation.open.size() * 2 < relations;
}

bool isTest(const Model& model, const Command& command, const PredicateValuation* predicate) {
  if (command.expect >= 0 || command.marked) return true;
  return predicate != nullptr && (predicate->namesAtoms || statesMoreThanItLeavesOpen(model, *predicate));
}

TestCase fromCommand(const Model& model, CommandId id) {
  const Command& command = model.commands()[id];
  TestCase result;
  result.predicate = readPredicate(model, command);
  result.kind = result.predicate ? TestKind::predicate : TestKind::command;
  result.test.command = id;
  result.test.span = command.span;
  result.test.module = command.module;
  const bool onPredicate = command.target == model::TargetKind::predicate && command.label == model.func(command.targetId).name;
  result.test.nameSpan = result.predicate && onPredicate ? model.func(command.targetId).nameSpan : command.span;
  result.name = command.label;
  return result;
}

TestCase fromTest(const parser::Loaded& loaded, const Test& test) {
  TestCase result;
  result.name = test.name;
  result.kind = test.kind;
  result.test = test;
  result.tags = test.tags;
  if (test.kind == TestKind::predicate || (test.kind == TestKind::command && test.command != model::noId && !test.instances))
    result.predicate = readPredicate(*loaded.model, loaded.model->commands()[test.command]);
  if (test.kind == TestKind::predicate && !result.predicate) result.kind = TestKind::command;
  if (test.valuation != model::noId)
    for (const std::string& tag : loaded.tests.valuations[test.valuation].tags)
      if (std::ranges::find(result.tags, tag) == result.tags.end()) result.tags.push_back(tag);
  return result;
}

/// The runs of a log. Files that cannot be read are reported later, when the test is judged.
std::vector<log::Run> runsOf(const model::Log& log, const std::string& folder, const std::string& pattern) {
  constexpr double longest = 30;  // time limit in seconds for finding the keys of one run
  std::vector<log::Run> all;
  for (const log::Run& run : log::runsLike(folder, pattern)) try {
      std::ranges::move(log::byKey(log, run, support::Budget({.seconds = longest})), std::back_inserter(all));
    } catch (const std::runtime_error&) {
      all.push_back(run);
    }
  return all;
}

/// The test cases of a test: one for each run if it is a test of a log, otherwise one.
std::vector<TestCase> casesOf(const parser::Loaded& loaded, const Test& test) {
  std::vector<TestCase> cases;
  if (test.kind == TestKind::fits && test.log != model::noId) {
    const model::Log& log = loaded.tests.logs[test.log];
    const std::string file = loaded.sources.file(log.span.file).path();
    const std::string folder = file.substr(0, file.rfind('/') == std::string::npos ? 0 : file.rfind('/') + 1);
    for (const std::string& pattern : log.files)
      for (log::Run& run : runsOf(log, folder, pattern)) {
        TestCase one = fromTest(loaded, test);
        one.name = fmt::format("{} [{}]", test.name, run.name.starts_with(folder) ? run.name.substr(folder.size()) : run.name);
        one.logRun = std::make_shared<const log::Run>(std::move(run));
        for (const std::string& tag : log.tags)
          if (std::ranges::find(one.tags, tag) == one.tags.end()) one.tags.push_back(tag);
        cases.push_back(std::move(one));
      }
  }
  if (cases.empty()) cases.push_back(fromTest(loaded, test));
  return cases;
}

/// The text of a statement on one line, cut if it is long.
std::string statementText(const parser::Loaded& loaded, const Test& test) {
  constexpr std::size_t longest = 100;
  std::string text;
  for (const model::Span span : {test.subjectSpan, test.askedSpan}) {
    if (!span.known()) continue;
    for (const char c : loaded.sources.text(span)) {
      const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
      if (!blank)
        text += c;
      else if (!text.empty() && text.back() != ' ')
        text += ' ';
    }
  }
  if (text.size() <= longest) return text;
  std::size_t end = longest;
  while (support::continuesCodePoint(text[end])) --end;
  return text.substr(0, end) + " ...";
}

void addStatement(const parser::Loaded& loaded, TestCase& test, TestCase further) {
  const auto add = [&](TestCase statement) {
    const model::Span subject = statement.test.subjectSpan;
    statement.name = statementText(loaded, statement.test);
    statement.place = placeOf(loaded.sources, subject.known() ? subject : statement.test.askedSpan, 1);
    for (const std::string& tag : statement.tags)
      if (std::ranges::find(test.tags, tag) == test.tags.end()) test.tags.push_back(tag);
    test.statements.push_back(std::move(statement));
  };
  if (test.statements.empty()) add(TestCase(test));
  add(std::move(further));
}

/// Sets the marks `skip` and `xfail` of a test and of its statements. A test gets its own marks and the marks of its file. The
/// marks of a valuation go to the statements about it. If the test has no separate statements, they go to the test.
void mark(TestCase& test, const model::Tests& tests) {
  const auto ofValuation = [&](const TestCase& t) {
    return t.test.valuation == model::noId ? model::Marks() : tests.valuations[t.test.valuation].marks;
  };
  test.marks = test.test.marks;
  if (test.statements.empty()) test.marks.add(ofValuation(test));
  for (TestCase& statement : test.statements) statement.marks = ofValuation(statement);
  test.marks.add(tests.marks);
}

}  // namespace

bool opensItsModel(const Model& model) {
  return std::any_of(model.modules().begin() + 1, model.modules().end(), [](const model::Module& m) { return !m.library; }) &&
         declaresNothing(model, 0);
}

bool declaresNothing(const Model& model, model::ModuleId module) {
  return std::ranges::none_of(model.sigs(), [&](const model::Sig& s) { return !s.builtin && !s.isMeta && s.module == module; });
}

std::vector<TestCase> collectTests(const parser::Loaded& loaded) {
  std::vector<TestCase> cases;
  std::set<CommandId> taken;
  for (const Test& test : loaded.tests.tests) {
    if (test.kind == TestKind::command || test.kind == TestKind::predicate) taken.insert(test.command);
    std::vector<TestCase> made = casesOf(loaded, test);
    if (test.continues)
      for (TestCase& statement : made) addStatement(loaded, cases.back(), std::move(statement));
    else
      std::ranges::move(made, std::back_inserter(cases));
  }
  const Model& model = *loaded.model;
  const std::vector<Command>& commands = model.commands();
  std::vector<TestCase> runs;
  bool statesValuations = false;
  for (CommandId id = 0; id < commands.size(); ++id) {
    if (commands[id].module != 0 || commands[id].isDefault || commands[id].ofTest || taken.contains(id)) continue;
    TestCase fromHere = fromCommand(model, id);
    const bool test = isTest(model, commands[id], fromHere.predicate.get());
    statesValuations |= test && fromHere.predicate;
    (test ? cases : runs).push_back(std::move(fromHere));
  }
  if (statesValuations && opensItsModel(model)) std::ranges::move(runs, std::back_inserter(cases));
  std::ranges::stable_sort(cases, {}, [](const TestCase& c) { return c.test.span.begin; });
  std::map<std::string, int> seen;
  for (TestCase& c : cases) {
    mark(c, loaded.tests);
    c.place = placeOf(loaded.sources, c.test.nameSpan.known() ? c.test.nameSpan : c.test.span, 1);
    if (const int count = ++seen[c.name]; count > 1) c.name = fmt::format("{}#{}", c.name, count);
  }
  return cases;
}

std::optional<model::FuncId> untestedPredicate(const parser::Loaded& loaded) {
  const Model& model = *loaded.model;
  for (model::FuncId id = 0; id < model.funcs().size(); ++id) {
    const model::Func& function = model.func(id);
    if (function.module != 0 || !function.isPredicate || !function.params.empty() || function.body == model::noId) continue;
    Command asked;
    asked.formula = function.body;
    if (const auto read = readPredicateValuation(model, asked); read && read->namesAtoms) return id;
  }
  return std::nullopt;
}

std::vector<TestCase> statementsOf(std::vector<TestCase> tests) {
  std::vector<TestCase> statements;
  for (TestCase& test : tests) {
    for (std::size_t i = 0; i < test.statements.size(); ++i) {
      TestCase& statement = statements.emplace_back(std::move(test.statements[i]));
      statement.name = i == 0 ? test.name : fmt::format("{} ({})", test.name, i + 1);
      statement.marks.add(test.marks);
    }
    if (test.statements.empty()) statements.push_back(std::move(test));
  }
  return statements;
}

std::vector<model::Span> paragraphsOf(const parser::Loaded& loaded, const TestCase& test) {
  std::vector<model::Span> spans;
  const bool runs = test.kind == TestKind::predicate || test.kind == TestKind::command;
  if (runs && test.test.command != model::noId) {
    const Command& command = loaded.model->commands()[test.test.command];
    if (command.target == model::TargetKind::predicate && loaded.model->func(command.targetId).module == 0)
      spans.push_back(loaded.model->func(command.targetId).span);
  }
  if (test.test.parts.empty())
    spans.push_back(test.test.span);
  else
    spans.insert(spans.end(), test.test.parts.begin(), test.test.parts.end());
  return spans;
}

std::vector<Place> textOf(const parser::Loaded& loaded, const TestCase& test) {
  std::vector<Place> text;
  const auto add = [&](model::Span span) {
    if (!span.known()) return;
    text.push_back(placeOf(loaded.sources, span, mostLines));
    for (std::string& line : text.back().lines) {
      if (line.size() <= longestLine) continue;
      std::size_t end = longestLine;
      while (support::continuesCodePoint(line[end])) --end;
      line = line.substr(0, end) + " ...";
    }
  };
  std::set<std::uint32_t> valuations;
  const auto collect = [&](const TestCase& statement) {
    if (statement.test.valuation == model::noId) return;
    for (const std::uint32_t v : loaded.tests.lineage(statement.test.valuation))
      if (!loaded.tests.valuations[v].name.empty()) valuations.insert(v);
  };
  collect(test);
  std::ranges::for_each(test.statements, collect);
  for (const std::uint32_t v : valuations) add(loaded.tests.valuations[v].span);
  for (const model::Span span : paragraphsOf(loaded, test)) add(span);
  return text;
}

}  // namespace aunit::suite
