#include "reporters/terminal/terminal.h"

#include <cstdio>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reporters/terminal/explanation.h"
#include "tests/reporters/samples.h"

namespace aunit::reporters {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string show(const runner::RunResult& run, TerminalOptions options) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* out = open_memstream(&text, &size);
  Terminal terminal(out, options);
  terminal.started(run.tests.size(), 2);
  for (const suite::TestResult& test : run.tests) terminal.finished(test);
  terminal.summarize(run, {"out/junit.xml"});
  std::fclose(out);
  std::string result(text, size);
  std::free(text);
  return result;
}

TEST(Terminal, AMarkPerTestAndFailuresInFull) {
  EXPECT_EQ(show(test::mixedRun(), {}), R"(running 4 tests in 2 files

specs/list.aunit                 .F                                      [ 50%]
specs/odd.aunit                  E-                                      [100%]

FAILED  "a fork <is> "wrong" & so on"  specs/list.aunit:7
  fact PartialFunction does not hold
    --> specs/list.als:5:3
    5 |   all n: Node | lone n.link
      |   ^^^^^^^^^^^^^^^^^^^^^^^^^
  with     n = N0
  where    n.link = {N1, N2}
  valuation
    Node   N0, N1, N2
    link   N0->N1, N0->N2

ERROR  "bell )"
                                        "\\x07, null \\x01, invalid \\xff\\xfe, valid \xC3\xA4"
                                        R"("  specs/odd.aunit
  specs/odd.aunit:1:2: error: no signature has an atom `N9`

1 skipped: needs the solver

1 failed, 1 error, 1 passed, 1 skipped, 2 deselected in 500 ms (2 evaluated)
wrote out/junit.xml
)");
}

TEST(Terminal, QuietShowsOneLinePerFailure) {
  const std::string text = show(test::mixedRun(), {.verbosity = Verbosity::quiet});
  EXPECT_THAT(text,
              HasSubstr("FAILED  \"a fork <is> \"wrong\" & so on\"  specs/list.aunit:7  fact PartialFunction does not hold\n"));
  EXPECT_THAT(text, Not(HasSubstr("valuation")));
  EXPECT_THAT(text, Not(HasSubstr("running")));
}

TEST(Terminal, VerboseShowsOneLinePerTest) {
  const std::string text = show(test::mixedRun(), {.verbosity = Verbosity::verbose});
  EXPECT_THAT(text, HasSubstr("  passed  \"two nodes\"                                       evaluated  0.25 ms\n"));
}

TEST(Terminal, ManyMarksAreBrokenIntoLines) {
  runner::RunResult run;
  run.tests.assign(100, test::mixedRun().tests[0]);
  const std::string text = show(run, {});
  std::size_t longest = 0;
  for (std::size_t start = 0; start < text.size(); start = text.find('\n', start) + 1)
    longest = std::max(longest, text.find('\n', start) - start);
  EXPECT_LE(longest, 80u);
  EXPECT_EQ(std::count(text.begin(), text.end(), '['), 1);
}

TEST(Terminal, DurationsListTheSlowest) {
  runner::RunResult run = test::mixedRun();
  run.tests[3].milliseconds = 7;
  EXPECT_THAT(show(run, {.durations = 1}), HasSubstr("slowest tests\n    7.00 ms  solved later  specs/odd.aunit\n"));
}

TEST(Explanation, TheDifferenceOfAGivesTestIsMarked) {
  suite::TestResult test = test::mixedRun().tests[1];
  test.valuation.reset();
  test.failure.emplace();
  test.failure->constraint = "N1.^link = N0 does not hold";
  test.failure->expected = suite::Side{"N0", "{N0}", {"N0"}, {true}};
  test.failure->actual = suite::Side{"N1.^link", "{N1, N2}", {"N1", "N2"}, {true, true}};
  EXPECT_EQ(explain(test, Style(false)), R"(N1.^link = N0 does not hold
expected {N0}   N0
         - missing: N0
actual   {N1, N2}   N1.^link
         + too many: N1, N2
)");
}

TEST(Explanation, TracesAreTablesOfStates) {
  suite::TestResult test = test::mixedRun().tests[1];
  test.failure.reset();
  test.message = "it holds";
  test.valuation->states = 2;
  test.valuation->loop = 1;
  test.valuation->rows = {{"Node", {"N0"}}, {"link", {"", "N0->N0"}}};
  EXPECT_EQ(explain(test, Style(false)), R"(it holds
valuation
         state 0   state 1, for ever
  Node   N0
  link   -         N0->N0
)");
}

}  // namespace
}  // namespace aunit::reporters
