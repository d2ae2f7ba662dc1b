#include "runner/outcome.h"

#include <algorithm>

#include <fmt/format.h>

namespace aunit::runner {

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: return "passed";
    case Outcome::failed: return "failed";
    case Outcome::error: return "error";
    case Outcome::skipped: return "skipped";
  }
  return {};
}

std::string_view name(Engine engine) {
  switch (engine) {
    case Engine::none: return "";
    case Engine::evaluated: return "evaluated";
    case Engine::completedBySolving: return "completed by solving";
    case Engine::solved: return "solved";
  }
  return {};
}

std::string Place::describe() const {
  return known() ? fmt::format("{}:{}:{}", path, line, column) : "";
}

std::size_t RunResult::count(Outcome outcome) const {
  return static_cast<std::size_t>(std::ranges::count(tests, outcome, &TestResult::outcome));
}

std::size_t RunResult::count(Engine engine) const {
  return static_cast<std::size_t>(std::ranges::count_if(tests, [&](const TestResult& test) {
    return test.engine == engine && (test.outcome == Outcome::passed || test.outcome == Outcome::failed);
  }));
}

}  // namespace aunit::runner
