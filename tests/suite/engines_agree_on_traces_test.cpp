// Evaluating a trace, and solving the predicate that states it, give the same verdict, in all notations.

#include <map>

#include "both_engines.h"
#include "generated_traces.h"
#include "suite/coverage_subject.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"
#include "tests/seeds.h"

namespace aunit::suite {
namespace {

using testing_::Follows;

constexpr unsigned testsOfModel = 20;

/// All tests of a text with their outcomes, by name.
struct JudgedSuite {
  std::unique_ptr<parser::Loaded> loaded;
  std::map<std::string, TestCase> cases;
  std::map<std::string, TestResult> results;

  JudgedSuite(const std::string& text, bool noOverflow) : loaded(testing_::load("generated.aunit", text)) {
    if (!loaded->ok()) return;
    std::vector<TestCase> tests = collectTests(*loaded);
    const CoverageSubject coverage = coverageSubject(*loaded, tests, false, false);
    TestJudge judge(*loaded, {.semantics = {.noOverflow = noOverflow}, .threads = solver::Threads::one});
    TestJudge recording(*loaded, {.semantics = {.noOverflow = noOverflow}, .threads = solver::Threads::one}, &coverage);
    for (TestCase& test : tests) {
      const TestResult& result = results[test.name] = judge.judge(test);
      if (result.engine == Engine::evaluated) {
        EXPECT_EQ(recording.judge(test).outcome, result.outcome) << "without short cuts: " << test.name << " in\n" << text;
      }
      cases[test.name] = std::move(test);
    }
  }

  bool passed(const std::string& name) const { return results.at(name).outcome == Outcome::passed; }
};

/// The name and the text of a formula or its negation, as a test of its own. If integers overflow, both may fail.
struct Literal {
  std::string name, text;
};
Literal literal(const testing_::TraceTest& test, std::size_t formula, bool negated) {
  const char* const sign = negated ? "not " : "";
  return {fmt::format("{} {}{}", test.name, sign, formula), fmt::format("{}({})", sign, test.formulas[formula])};
}

std::string asValuations(const testing_::TraceSuite& suite) {
  std::string text = suite.model;
  for (const testing_::TraceTest& test : suite.tests) {
    text += fmt::format("val {} {}test \"{}\" {{ {} valid }}\n", test.name, test.valuation, test.name, test.name);
    for (std::size_t i = 0; i < test.formulas.size(); ++i)
      for (const auto& [name, formula] : {literal(test, i, false), literal(test, i, true)})
        text += fmt::format("test \"{}\" {{ {} gives {{ {} }} }}\n", name, test.name, formula);
  }
  return text;
}

struct Counts {
  int judged = 0, holding = 0, evaluated = 0;  // predicates; those that hold; those that were evaluated
};

/// One model with its tests. The predicate states the formulas that hold on the trace; in some tests, one of them is negated.
void compare(unsigned seed, bool noOverflow, Counts& counts) {
  testing_::TraceSuite suite = testing_::generateTraces(seed, testsOfModel);
  const JudgedSuite traces(asValuations(suite), noOverflow);
  std::string text = suite.model;
  std::map<std::string, bool> holds;
  for (testing_::TraceTest& test : suite.tests) {
    const bool turned = counts.judged++ % 4 == 0;
    holds[test.name] = traces.passed(test.name);
    for (std::size_t i = 0; i < test.formulas.size(); ++i) {
      const Literal stated = literal(test, i, traces.passed(literal(test, i, false).name) == (turned && i == 0));
      holds[test.name] &= traces.passed(stated.name);
      test.predicate += fmt::format("  {}\n", stated.text);
    }
    text += test.predicate += test.command;
  }
  const JudgedSuite predicates(text, noOverflow);
  for (const testing_::TraceTest& test : suite.tests) {
    SCOPED_TRACE(fmt::format("seed {}\n{}val {}{}", seed, suite.model, test.valuation, test.predicate));
    const TestResult& result = predicates.results.at(test.name);
    EXPECT_NE(result.outcome, Outcome::error) << result.details;
    const bool evaluated = result.engine == Engine::evaluated, passed = predicates.passed(test.name);
    if (evaluated) {
      EXPECT_EQ(testing_::isSatisfiable(*predicates.loaded->model, predicates.cases.at(test.name).test.command, noOverflow),
                passed)
          << result.message;
    }
    if (test.follows == Follows::same || (test.follows == Follows::implied && holds[test.name])) {
      EXPECT_EQ(holds[test.name], passed) << "the trace and its predicate: " << traces.results.at(test.name).message;
    }
    counts.holding += passed;
    counts.evaluated += evaluated;
  }
}

class EnginesOnTraces : public testing::TestWithParam<bool> {};

TEST_P(EnginesOnTraces, Agree) {
  const unsigned seeds = tests::seedsOr(15);
  Counts counts;
  for (unsigned seed = 1; seed <= seeds && !HasFailure(); ++seed) compare(seed, GetParam(), counts);
  EXPECT_EQ(static_cast<unsigned>(counts.judged), seeds * testsOfModel);
  EXPECT_GT(counts.holding, counts.judged / 10);
  EXPECT_LT(counts.holding, counts.judged - counts.judged / 10);
  EXPECT_GT(counts.evaluated, counts.judged / 10);
}

INSTANTIATE_TEST_SUITE_P(Overflow, EnginesOnTraces, testing::Values(false, true),
                         [](const auto& mode) { return std::string(mode.param ? "excluded" : "wraps"); });

}  // namespace
}  // namespace aunit::suite
