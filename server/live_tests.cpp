#include "server/live_tests.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include <fmt/format.h>

#include "suite/statement.h"
#include "suite/test_judge.h"
#include "suite/trouble.h"

namespace aunit::server {

namespace {

constexpr double secondsForEvaluation = 2, secondsForSolving = 60;

const TestResults::LiveTest* find(const TestResults& results, const std::string& name) {
  const auto found = std::ranges::find(results.tests, name, [](const TestResults::LiveTest& one) { return one.result.name; });
  return found == results.tests.end() ? nullptr : &*found;
}

std::string timeText(double milliseconds) {
  if (milliseconds < 1) return fmt::format("{:.0f} us", milliseconds * 1000);
  if (milliseconds < 1000) return fmt::format("{:.1f} ms", milliseconds);
  return fmt::format("{:.1f} s", milliseconds / 1000);
}

/// Sets a test's name and place, and whether it needs the solver.
void note(TestResults::LiveTest& one, const suite::TestCase& test) {
  one.result.name = test.name;
  one.result.place = test.place;
  one.place = test.test.nameSpan;
  one.solved = needsSolver(test);
}

}  // namespace

void TestResults::markStale() {
  for (LiveTest& test : tests) test.stale = true;
}

TestResults carriedOver(const Analysis& analysis, const TestResults& before) {
  TestResults results;
  for (const suite::TestCase& test : analysis.tests) {
    TestResults::LiveTest one;
    if (const TestResults::LiveTest* earlier = find(before, test.name)) one = *earlier;
    note(one, test);
    one.stale = true;
    results.tests.push_back(std::move(one));
  }
  return results;
}

LiveTestJudge::LiveTestJudge(std::shared_ptr<const Analysis> analysis, JudgedTests which)
    : analysis_(std::move(analysis)), which_(which) {
  passOver();
}

LiveTestJudge::~LiveTestJudge() = default;

void LiveTestJudge::passOver() {
  const std::vector<suite::TestCase>& tests = analysis_->tests;
  while (which_ == JudgedTests::evaluated && next_ < tests.size() && needsSolver(tests[next_])) ++next_;
}

std::optional<TestResults::LiveTest> LiveTestJudge::judge(const std::atomic<bool>& stop) {
  const suite::TestCase& test = analysis_->tests[next_++];
  passOver();
  if (stop) return std::nullopt;
  suite::JudgeOptions options;
  options.limits = {.seconds = which_ == JudgedTests::all ? secondsForSolving : secondsForEvaluation, .stop = &stop};
  options.threads = solver::Threads::one;
  options.vacuity = which_ == JudgedTests::all;
  TestResults::LiveTest one;
  const auto start = std::chrono::steady_clock::now();
  try {
    if (!judge_) judge_ = std::make_unique<suite::TestJudge>(*analysis_->loaded, options);
    one.result = judge_->judge(test);
  } catch (const std::exception&) {
    judge_.reset();
    suite::fail(one.result, suite::troubleAtHand(test.place));
  }
  if (stop) return std::nullopt;
  one.result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  note(one, test);
  one.known = true;
  return one;
}

std::string outcomeText(const TestResults::LiveTest& test) {
  if (!test.known) return test.solved ? "not run" : "";
  std::string text(suite::name(test.result.outcome));
  if (suite::isProblem(test.result.outcome) && !test.result.message.empty())
    text += ": " + test.result.message;
  else if (suite::isJudged(test.result.outcome))
    text += fmt::format(" ({})", timeText(test.result.milliseconds));
  if (test.stale) text += " (before the last change)";
  return text;
}

}  // namespace aunit::server
