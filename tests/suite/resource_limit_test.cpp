// If evaluating a test takes too much time or memory, the test is an error, and the tests after it are judged.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "suite/coverage_subject.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"

namespace aunit::suite {
namespace {

/// Two tests of the predicate `costly`: one with nine atoms, which is over the limit, and one with one atom.
std::unique_ptr<parser::Loaded> suite(const std::string& body) {
  return parser::loadText("costly.als", "sig A { r: set A }\npred costly { " + body +
                                            " }\n"
                                            "pred t { some disj A0, A1, A2, A3, A4, A5, A6, A7, A8: A { A = A0 + A1 + A2 + A3 + "
                                            "A4 + A5 + A6 + A7 + A8  no r  costly } }\n"
                                            "pred u { some disj A0: A { A = A0  no r  costly } }\n"
                                            "run t for 9 expect 1\nrun u for 9 expect 1\n");
}

void expectError(const std::string& body, const std::string& message, JudgeOptions options) {
  const auto loaded = suite(body);
  ASSERT_TRUE(loaded->ok());
  const std::vector<TestCase> tests = collectTests(*loaded);
  ASSERT_EQ(tests.size(), 2u);
  const CoverageSubject coverage = coverageSubject(*loaded, tests, false, false);
  for (const CoverageSubject* subject : {static_cast<const CoverageSubject*>(nullptr), &coverage}) {
    TestJudge judge(*loaded, options, subject);
    const TestResult result = judge.judge(tests[0]);
    EXPECT_EQ(result.outcome, Outcome::error);
    EXPECT_EQ(result.message, message);
    EXPECT_EQ(judge.judge(tests[1]).outcome, Outcome::passed);
  }
}

TEST(ResourceLimit, Time) {
  expectError("all a, b, c, d, e, f, g, h, i, j, k, l: A | a in a.*r or some b & c & d & e & f & g & h & i & j & k & l",
              "time limit of 0.05 s reached", {.limits = {.seconds = 0.05}});
}

// If two solvers race, either of them may find the instance.
TEST(ResourceLimit, OneThreadWhereCoverageIsRecorded) {
  const CoverageSubject coverage{};
  for (const solver::Threads threads : {solver::Threads::one, solver::Threads::race}) {
    EXPECT_EQ(solverOptions({.threads = threads}, &coverage).threads, solver::Threads::one);
    EXPECT_EQ(solverOptions({.threads = threads}, nullptr).threads, threads);
  }
}

TEST(ResourceLimit, Memory) {
  expectError("some (A->A->A->A->A)->(A->A->A->A->A)", "a relation has too many tuples", {});
}

// 40^6 tuples: in the test language, and in a predicate.
TEST(ResourceLimit, StatedValues) {
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back(fmt::format("A{}", i));
  const std::string atoms = fmt::format("({})", fmt::join(names, " + "));
  const std::string product = fmt::format("{}", fmt::join(std::vector<std::string>(6, atoms), "->"));
  const auto check = [](const parser::Loaded& loaded, const char* message) {
    const std::vector<TestCase> tests = collectTests(loaded);
    ASSERT_EQ(tests.size(), 1u);
    const TestResult result = TestJudge(loaded, {}).judge(tests[0]);
    EXPECT_EQ(result.outcome, Outcome::error);
    EXPECT_THAT(result.message, testing::HasSubstr(message));
  };
  const std::string model = "sig A { h: A->A->A->A->A }\n";
  check(
      *parser::loadText("v.aunit", model + fmt::format("val v {{ A = {} h = {} }}\ntest \"t\" {{ v valid }}\n", atoms, product)),
      "these tuples have more than 2000000 atoms");
  check(
      *parser::loadText("p.als", model + fmt::format("pred t {{ some disj {}: A {{ A = {} h = {} }} }}\nrun t for 40 expect 1\n",
                                                     fmt::join(names, ", "), atoms, product)),
      "is larger than this engine allows");
}

// Closures, products and joins of large relations are interrupted in the middle.
TEST(ResourceLimit, OneLongOperationIsInterrupted) {
  std::string atoms, links;
  for (int i = 0; i < 3000; ++i) {
    atoms += fmt::format("{}A{}", i == 0 ? "" : " + ", i);
    links += fmt::format("{}A{}->A{}", i == 0 ? "" : " + ", i, (i + 1) % 3000);
  }
  const auto loaded = parser::loadText(
      "v.aunit",
      fmt::format("sig A {{ r: set A }}\nval v {{ A = {} r = {} }}\ntest \"t\" {{ v gives some ^r }}\n", atoms, links));
  const std::vector<TestCase> tests = collectTests(*loaded);
  ASSERT_EQ(tests.size(), 1u);
  const std::atomic<bool> stop = true;
  const TestResult result = TestJudge(*loaded, {.limits = {.stop = &stop}}).judge(tests[0]);
  EXPECT_EQ(result.outcome, Outcome::error);
  EXPECT_EQ(result.message, "interrupted");
}

}  // namespace
}  // namespace aunit::suite
