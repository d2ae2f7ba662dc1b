#include "server/live_tests.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>

#include <fmt/format.h>

#include "suite/statement.h"
#include "suite/test_judge.h"
#include "suite/trouble.h"

namespace aunit::server {

namespace {

constexpr double secondsForEvaluation = 2, secondsForSolving = 60;

const TestResults::One* find(const TestResults& results, const std::string& name) {
  const auto found = std::ranges::find(results.tests, name, [](const TestResults::One& one) { return one.result.name; });
  return found == results.tests.end() ? nullptr : &*found;
}

std::string timeText(double milliseconds) {
  if (milliseconds < 1) return fmt::format("{:.0f} us", milliseconds * 1000);
  if (milliseconds < 1000) return fmt::format("{:.1f} ms", milliseconds);
  return fmt::format("{:.1f} s", milliseconds / 1000);
}

}  // namespace

void TestResults::markStale() {
  for (One& test : tests) test.stale = true;
}

TestResults judgeTests(const Analysis& analysis, const TestResults& before, Judged which, const std::atomic<bool>& stop,
                       const NextTest& next) {
  const parser::Loaded& loaded = *analysis.loaded;
  TestResults results;
  if (!loaded.model) {
    results = before;
    results.markStale();
    return results;
  }
  suite::JudgeOptions options;
  options.limits = {.seconds = which == Judged::all ? secondsForSolving : secondsForEvaluation, .stop = &stop};
  options.threads = solver::Threads::one;
  options.vacuity = which == Judged::all;
  std::optional<suite::TestJudge> judge;
  const std::vector<suite::TestCase> tests = suite::collectTests(loaded);
  for (const suite::TestCase& test : tests) {
    TestResults::One one;
    one.place = test.test.nameSpan;
    one.solved = needsSolver(test);
    const bool wanted = which == Judged::all || !one.solved;
    if (wanted && !stop) {
      if (next) next(test.name, results.tests.size(), tests.size());
      const auto start = std::chrono::steady_clock::now();
      try {
        if (!judge) judge.emplace(loaded, options);
        one.result = judge->judge(test);
      } catch (const std::exception&) {
        judge.reset();
        suite::fail(one.result, suite::troubleAtHand(test.place));
      }
      one.result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
      one.known = !stop;
    }
    if (!one.known) {
      if (const TestResults::One* earlier = find(before, test.name)) {
        one.result = earlier->result;
        one.known = earlier->known;
      }
      one.stale = true;
    }
    one.result.name = test.name;
    one.result.place = test.place;
    results.tests.push_back(std::move(one));
  }
  return results;
}

std::string outcomeText(const TestResults::One& test) {
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
