// Generated small programs: the engine compared with a naive search, and with the SAT engine on the translated model.
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "parser/program/translation.h"
#include "solver/modelcheck/prover.h"
#include "solver/reachability/reachability.h"
#include "solver/session/search.h"
#include "tests/program/naive_search.h"
#include "tests/seeds.h"
#include "tests/shrunk.h"

namespace aunit::tests {
namespace {

using namespace parser::program;
using reachability::Outcome;

/// Writes programs: two or three processes with a few statements over a few small variables.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string program(int mostProcesses, int mostStatements) {
    std::string text = "var b: bool" + pick({" = false", ""}) + " var x: 0..2 = " + number(3) +
                       " var y: -1..1 = 0 var c: {red, green} = red var a[0..1]: 0..1 = 0\n";
    const int processes = 1 + below(mostProcesses);
    for (int i = 0; i < processes; ++i) {
      statements_ = 1 + below(mostStatements);
      text += pick({"", "fair "}) + "process P" + std::to_string(i) + " {\n";
      for (int s = 0; s < statements_; ++s) text += "  " + std::to_string(s) + ": " + statement() + "\n";
      text += "}\n";
    }
    text += "invariant I: " + condition(2) + "\n";
    text += "property E: eventually (" + condition(1) + ")\n";
    text += "property AE: always eventually (" + condition(1) + ")\n";
    text += "property EA: eventually always (" + condition(1) + ")\n";
    text += "property R: always ((" + condition(1) + ") implies eventually (" + condition(1) + "))\n";
    return text;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::string number(int n) { return std::to_string(below(n)); }
  std::string pick(const std::vector<std::string>& of) {
    return of[static_cast<std::size_t>(below(static_cast<int>(of.size())))];
  }
  std::string target() {
    const int t = below(statements_ + 1);
    return t == statements_ ? "end" : std::to_string(t);
  }
  std::string index() { return pick({"0", "1", "x", "1 - x", "y"}); }
  std::string term() {
    return pick({"x", "y", "a[0]", "a[1]", "0", "1", "2", "x + 1", "x - y", "y * 2", "x % 2", "a[0] + a[1]", "2 / (x + 1)"});
  }
  /// A term for statements, where evaluation may fail.
  std::string riskyTerm() { return below(4) == 0 ? pick({"a[" + index() + "]", "1 / x", "x % y"}) : term(); }
  std::string condition(int depth) {
    if (depth > 0 && below(2) == 0) {
      const std::string left = condition(depth - 1), right = condition(depth - 1);
      return "(" + left + pick({" and ", " or ", " implies ", " iff "}) + right + ")";
    }
    return pick({"b", "not b", term() + pick({" = ", " != ", " < ", " <= ", " > ", " >= "}) + term(), "c = red", "P0 at 0",
                 "P0 at end", "not (c = green)"});
  }
  std::string guard() { return below(4) == 0 ? riskyTerm() + pick({" = ", " < "}) + riskyTerm() : condition(1); }
  std::string assignment() {
    switch (below(6)) {
      case 0: return "b := " + condition(1);
      case 1: return "x := " + riskyTerm();
      case 2: return "y := " + riskyTerm();
      case 3: return "c := " + pick({"red", "green"});
      case 4: return "a[" + index() + "] := " + riskyTerm();
      default: return "x, a[" + index() + "] := " + riskyTerm() + ", " + term();
    }
  }
  std::string statement() {
    switch (below(8)) {
      case 0: return "skip";
      case 1: return "goto " + target();
      case 2: return "if " + guard() + " goto " + target();
      case 3: return "await " + guard();
      case 4: return "await " + guard() + " then " + assignment();
      default: return assignment();
    }
  }

  std::mt19937 random_;
  int statements_ = 1;
};

/// Expects that the path starts in an initial state, and that the naive interpreter has each of its steps.
void expectReplays(const Program& p, const reachability::Path& path) {
  for (ProcessId q = 0; q < p.processes.size(); ++q) EXPECT_EQ(path.initial.locations[q], 0u);
  for (VariableId v = 0; v < p.variables.size(); ++v)
    EXPECT_TRUE(std::ranges::count(p.variables[v].initial, path.initial.values[v]));
  for (std::size_t i = 1; i <= path.length(); ++i) {
    const NaiveStep next = step(p, path.steps[i - 1].process, path.state(i - 1));
    ASSERT_EQ(next.kind, NaiveStep::step);
    EXPECT_EQ(next.state, path.state(i));
    EXPECT_EQ(path.steps[i - 1].location, path.state(i - 1).locations[path.steps[i - 1].process]);
  }
  if (path.loop) {
    EXPECT_EQ(path.state(*path.loop), path.state(path.length()));
  }
}

TEST(Agreement, EngineAndNaiveSearch) {
  int violated = 0, programs = 0;
  for (unsigned seed = 0; seed < 600; ++seed) {
    const std::string text = Generator(seed).program(3, 5);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    std::string errors;
    const auto p = parseProgram(text, &errors);
    if (!p) continue;  // e.g. a constant that does not fit its variable
    ++programs;
    const NaiveReport naive = search(*p);
    const reachability::Report report = reachability::explore(*p, {.jobs = 1 + static_cast<int>(seed % 3)});
    ASSERT_EQ(report.statistics.states, naive.states);
    ASSERT_EQ(report.statistics.transitions, naive.transitions);
    ASSERT_EQ(report.statistics.depth, naive.depth);
    for (std::size_t i = 0; i < p->properties.size(); ++i) {
      const reachability::Verdict& verdict = report.verdicts[i];
      if (verdict.path) expectReplays(*p, *verdict.path);
      if (p->properties[i].kind == PropertyKind::temporal) continue;
      ASSERT_EQ(verdict.outcome == Outcome::violated, naive.violatedAt[i].has_value()) << p->properties[i].name;
      if (!naive.violatedAt[i]) continue;
      ++violated;
      EXPECT_EQ(verdict.path->length(), *naive.violatedAt[i]) << "not a shortest path";
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(programs, 300);
  EXPECT_GT(violated, 300);
}

TEST(Agreement, EngineAndSatSolver) {
  int violated = 0, held = 0;
  for (unsigned seed = 1000; seed < 1400 && violated + held < 120; ++seed) {
    const std::string text = Generator(seed).program(2, 2);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const auto loaded = parser::loadText("test.prog", text);
    if (!loaded->ok()) continue;
    const Program& p = loaded->program->program;
    const reachability::Report report = reachability::explore(p);
    if (report.statistics.states > 10) continue;
    for (std::size_t i = 0; i < p.properties.size(); ++i) {
      if (report.verdicts[i].outcome == Outcome::unsupported) continue;
      // A violating state needs at most as many steps as there are states. A violating cycle may need the length of the found
      // lasso.
      const bool expected = report.verdicts[i].outcome == Outcome::violated;
      std::size_t length = report.statistics.states;
      if (expected && report.verdicts[i].path) length = std::max(length, report.verdicts[i].path->length() + 1);
      solver::Problem problem = solver::problemOf(*loaded->model, static_cast<model::CommandId>(i));
      problem.scope.maxSteps = static_cast<int>(length);
      const solver::Result result =
          solver::Search(*loaded->model, problem, {.solver = "minisat", .threads = solver::Threads::one}).next();
      ASSERT_TRUE(result.verdict == solver::Verdict::satisfiable || result.verdict == solver::Verdict::unsatisfiable)
          << result.message;
      ASSERT_EQ(result.verdict == solver::Verdict::satisfiable, expected) << p.properties[i].name;
      ++(expected ? violated : held);
      if (!expected) continue;
      const auto path =
          reachability::pathThrough(p, statesOf(p, loaded->program->translation, *result.instance), result.instance->loop);
      ASSERT_TRUE(path) << "the solver's trace is not a run";
      expectReplays(p, *path);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(violated, 20);
  EXPECT_GT(held, 20);
}

/// For each property that explicit search decides: whether the complete engine finds a run that violates it, and whether explicit
/// search finds one.
std::vector<std::pair<bool, bool>> askBoth(const parser::Loaded& loaded, std::size_t mostStates) {
  std::vector<std::pair<bool, bool>> answers;
  const reachability::Report report = reachability::explore(loaded.program->program);
  if (report.statistics.states > mostStates) return answers;
  for (std::size_t i = 0; i < report.verdicts.size(); ++i) {
    if (report.verdicts[i].outcome == Outcome::unsupported || i >= loaded.program->program.properties.size()) continue;
    const solver::Grounding grounding(*loaded.model, solver::problemOf(*loaded.model, static_cast<model::CommandId>(i)), {}, {});
    answers.emplace_back(!modelcheck::Prover(grounding, {}, {}).run(), report.verdicts[i].outcome == Outcome::violated);
  }
  return answers;
}

TEST(Agreement, EngineAndCompleteSearch) {
  const unsigned seeds = tests::seedsOr(60);
  const auto differ = [](const std::string& text) {
    const auto loaded = parser::loadText("test.prog", text);
    if (!loaded->ok()) return false;
    return std::ranges::any_of(askBoth(*loaded, 200), [](const auto& answers) { return answers.first != answers.second; });
  };
  std::size_t violated = 0, held = 0;
  for (unsigned seed = 5000; seed < 5000 + seeds; ++seed) {
    const std::string text = Generator(seed).program(2, 3);
    const auto loaded = parser::loadText("test.prog", text);
    if (!loaded->ok()) continue;
    for (const auto& [complete, explicitly] : askBoth(*loaded, 200)) {
      ASSERT_EQ(complete, explicitly) << "seed " << seed << '\n' << shrunk(text, differ);
      ++(explicitly ? violated : held);
    }
  }
  EXPECT_GT(violated, seeds / 4);
  EXPECT_GT(held, seeds / 4);
}

}  // namespace
}  // namespace aunit::tests
