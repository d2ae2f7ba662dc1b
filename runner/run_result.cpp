#include "runner/run_result.h"

#include <algorithm>

namespace aunit::runner {

using suite::Engine;
using suite::Outcome;
using suite::TestResult;

std::size_t RunResult::count(Outcome outcome) const {
  return static_cast<std::size_t>(std::ranges::count(tests, outcome, &TestResult::outcome));
}

std::size_t RunResult::proposed() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      tests, [](const TestResult& test) { return std::ranges::find(test.tags, "proposed") != test.tags.end(); }));
}

std::size_t RunResult::warned() const {
  return static_cast<std::size_t>(std::ranges::count_if(tests, [](const TestResult& test) { return !test.warning.empty(); }));
}

std::size_t RunResult::count(Engine engine) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(tests, [&](const TestResult& test) { return test.engine == engine && isJudged(test.outcome); }));
}

}  // namespace aunit::runner
