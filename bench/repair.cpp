// Benchmark of repair: candidates per second on one core. For repair by tests only: how often it restores a model with one
// mutation.

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "parser/front_end.h"
#include "solver/session/search.h"
#include "strength/instances/neighbours.h"
#include "strength/mutation/judge.h"
#include "strength/mutation/mutants.h"
#include "strength/repair/repair.h"
#include "suite/coverage_subject.h"
#include "suite/test_case.h"
#include "support/random.h"

namespace {

using namespace aunit;
namespace fs = std::filesystem;

std::string with(std::string text, const std::vector<strength::Replacement>& edits) {
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit)
    text.replace(edit->span.begin, edit->span.end - edit->span.begin, edit->text);
  return text;
}

std::string withoutBlanks(std::string text) {
  std::erase_if(text, [](unsigned char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '(' || c == ')'; });
  return text;
}

/// The body of a predicate or fact: the text of its paragraph from brace to brace.
std::optional<std::string> bodyOf(const std::string& paragraph) {
  const std::size_t begin = paragraph.find('{'), end = paragraph.rfind('}');
  if (begin == std::string::npos || end == std::string::npos) return std::nullopt;
  return paragraph.substr(begin, end + 1 - begin);
}

/// Whether the solver finds two models equivalent for scope 3. They differ in one predicate or fact.
bool isSame(const parser::Loaded& original, std::uint32_t paragraph, const std::string& repaired, std::size_t begin) {
  const model::Paragraph& place = original.model->paragraphs()[paragraph];
  const std::string& text = original.sources.file(place.span.file).text();
  const std::size_t end = repaired.size() - (text.size() - place.span.end);
  const auto other = bodyOf(repaired.substr(begin, end - begin));
  const std::string own = text.substr(place.span.begin, place.span.end - place.span.begin);
  const auto mine = bodyOf(own);
  if (!other || !mine) return false;
  std::string both = text, question;
  if (place.kind == model::Paragraph::Kind::predicate) {
    const model::Func& predicate = original.model->func(place.id);
    const std::size_t open = own.find('['), close = own.find(']');
    const std::size_t round = own.find('('), roundEnd = own.find(')');
    std::string parameters, arguments;
    if (!predicate.params.empty() && open != std::string::npos && open < own.find('{'))
      parameters = own.substr(open + 1, close - open - 1);
    else if (!predicate.params.empty() && round != std::string::npos && round < own.find('{'))
      parameters = own.substr(round + 1, roundEnd - round - 1);
    for (const model::VarId v : predicate.variables)
      arguments += (arguments.empty() ? "" : ", ") + original.model->variable(v).name;
    const std::string call = arguments.empty() ? "" : "[" + arguments + "]";
    question = fmt::format("\npred aunit_other{} {}\nassert aunit_same {{ {} {}{} iff aunit_other{} }}\ncheck aunit_same for 3\n",
                           parameters.empty() ? "" : "[" + parameters + "]", *other,
                           parameters.empty() ? "" : "all " + parameters + " |", predicate.name, call, call);
  } else if (place.kind == model::Paragraph::Kind::fact) {
    both.replace(place.span.begin, place.span.end - place.span.begin, "pred aunit_mine " + *mine);
    question = fmt::format("\npred aunit_other {}\nassert aunit_same {{ aunit_mine iff aunit_other }}\ncheck aunit_same for 3\n",
                           *other);
  } else {
    return false;
  }
  parser::LoadOptions how;
  how.alloy5 = true;
  const auto loaded = parser::loadText("both.als", both + question, how);
  if (!loaded->ok()) return false;
  const auto command = static_cast<model::CommandId>(loaded->model->commands().size() - 1);
  solver::Options solving;
  solving.limits.seconds = 10;
  return solver::Search(*loaded->model, solver::problemOf(*loaded->model, command), solving).next().verdict ==
         solver::Verdict::unsatisfiable;
}

/// The suites' tests state no verdicts. Adds the verdicts on the original model.
std::string withExpectations(const parser::Loaded& original, const strength::Judge& judge) {
  std::vector<std::pair<std::uint32_t, std::string>> ends;
  for (std::size_t t = 0; t < judge.tests().size(); ++t) {
    const model::CommandId command = judge.tests()[t].test.command;
    if (command == model::noId || original.model->commands()[command].expect >= 0) continue;
    ends.emplace_back(original.model->commands()[command].span.end, judge.verdicts()[t].holds ? " expect 1" : " expect 0");
  }
  std::ranges::sort(ends, std::greater{});
  std::string text = original.sources.file(0).text();
  for (const auto& [end, words] : ends) text.insert(end, words);
  return text;
}

/// Repairs ten mutants of each of MuAlloy's thirteen models. The model's suite kills all of these mutants.
void fromTests(benchmark::State& state) {
  const std::string folder = std::string(AUNIT_SOURCE_DIR "/../shared/conformance/suites");
  if (!fs::exists(folder)) return state.SkipWithError("the public suites are not installed");
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder + "/tests")) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  std::size_t models = 0, first = 0, five = 0, none = 0;
  double seconds = 0;
  for (auto _ : state) {
    models = first = five = none = 0;
    std::uint64_t random = 7;
    for (const std::string& name : names) {
      parser::LoadOptions how;
      how.alloy5 = true;
      how.modelPath = folder + "/models/" + name;
      const std::string tests = folder + "/tests/" + name;
      const auto original = parser::load(tests, how);
      if (!original->ok()) return state.SkipWithError("a suite does not resolve");
      const auto cases = suite::collectTests(*original);
      const auto mutants =
          strength::mutantsOf(*original->model, {strength::OperatorSet::mualloy, suite::modelUnderTest(*original, cases)});
      strength::Judge judge(*original, suite::statementsOf(cases), {.semantics = {.noOverflow = true}});
      const std::string suite = withExpectations(*original, judge);
      for (int taken = 0, tries = 0; taken < 10 && tries < 200; ++tries) {
        const strength::Mutant& mutant = mutants[support::nextRandom(random) % mutants.size()];
        if (judge.killers(mutant, 1).empty()) continue;
        ++taken;
        const strength::Replacement fault = *strength::replacementOf(mutant, *original->model, original->sources);
        const std::string text = original->sources.file(fault.span.file).text(), faulty = with(text, {fault});
        parser::LoadOptions reading = how;
        const std::string path = original->sources.file(fault.span.file).path();
        reading.readFile = [&](const std::string& wanted) -> std::optional<std::string> {
          if (wanted == tests) return suite;
          for (model::FileId f = 0; f < original->sources.size(); ++f)
            if (original->sources.file(f).path() == wanted) return wanted == path ? faulty : original->sources.file(f).text();
          return std::nullopt;
        };
        const std::shared_ptr<parser::Loaded> loaded = parser::loadText(tests, suite, reading);
        if (!loaded->ok()) continue;
        ++models;
        const auto began = std::chrono::steady_clock::now();
        const auto repairs =
            strength::repair({{.path = tests, .load = reading, .loaded = loaded}},
                             {.semantics = {.noOverflow = true}, .limits = {.seconds = static_cast<double>(state.range(0))}});
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        none += repairs.found.empty();
        for (std::size_t i = 0; i < repairs.found.size(); ++i) {
          const std::string fixed = with(faulty, repairs.found[i].edits);
          const model::Paragraph& at = original->model->paragraphs()[mutant.paragraph];
          const bool inPlace = fixed.compare(0, at.span.begin, text, 0, at.span.begin) == 0 &&
                               fixed.size() >= at.span.begin + (text.size() - at.span.end) &&
                               fixed.ends_with(text.substr(at.span.end));
          if (withoutBlanks(fixed) != withoutBlanks(text) &&
              !(inPlace && isSame(*original, mutant.paragraph, fixed, at.span.begin)))
            continue;
          first += i == 0;
          ++five;
          break;
        }
        if (std::getenv("AUNIT_BENCH_VERBOSE"))
          fmt::print("{} {} [{}] -> [{}]: {} proposals, {}\n", name, strength::name(mutant.by),
                     text.substr(fault.span.begin, fault.span.end - fault.span.begin), fault.text, repairs.found.size(),
                     repairs.found.empty() ? "" : repairs.found[0].edits[0].text);
      }
    }
  }
  const auto percent = [&](std::size_t n) {
    return 100.0 * static_cast<double>(n) / static_cast<double>(std::max<std::size_t>(models, 1));
  };
  state.counters["models"] = static_cast<double>(models);
  state.counters["first%"] = percent(first);
  state.counters["five%"] = percent(five);
  state.counters["none"] = static_cast<double>(none);
  state.counters["seconds"] = seconds / static_cast<double>(std::max<std::size_t>(models, 1));
}
BENCHMARK(fromTests)->ArgName("timeout")->Arg(10)->Unit(benchmark::kSecond)->Iterations(1);

/// Repairs a predicate for which no candidate meets the `check`, so that all rounds of synthesis run, on one core.
void candidates(benchmark::State& state) {
  const std::string text = R"(
sig Person { tutors: set Person, teaches: set Class }
sig Group {}
sig Class { groups: Person -> Group }
sig Teacher, Student in Person {}
pred written { some Person }
check { written iff all c: Class | #c.groups != 2 } for 3  -- no cardinalities are made: it is never found
)";
  std::uint64_t tried = 0;
  for (auto _ : state) {
    const std::shared_ptr<parser::Loaded> loaded = parser::loadText("far.als", text);
    if (!loaded->ok()) return state.SkipWithError("the model does not resolve");
    const auto repairs =
        strength::repair({{.path = "far.als", .loaded = loaded}}, {.limits = {.seconds = static_cast<double>(state.range(0))}});
    tried += repairs.tried;
  }
  state.counters["candidates"] = benchmark::Counter(static_cast<double>(tried), benchmark::Counter::kIsRate);
}
BENCHMARK(candidates)->ArgName("timeout")->Arg(5)->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace

BENCHMARK_MAIN();
