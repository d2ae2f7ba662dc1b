#include "suite/outcome.h"

#include <algorithm>

#include <fmt/format.h>

namespace aunit::suite {

std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: return "passed";
    case Outcome::failed: return "failed";
    case Outcome::error: return "error";
    case Outcome::skipped: return "skipped";
    case Outcome::xfailed: return "xfailed";
    case Outcome::xpassed: return "xpassed";
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

bool saysInternalError(std::string_view message) {
  return message.starts_with(internalErrorBegins);
}

bool isOurs(std::string_view message) {
  return message.starts_with(outOfMemory) || saysInternalError(message);
}

bool isInternalError(const TestResult& result) {
  return (result.outcome == Outcome::error && saysInternalError(result.message)) ||
         std::ranges::any_of(result.statements, isInternalError);
}

bool isVacuous(const TestResult& result) {
  return result.vacuous.has_value() || std::ranges::any_of(result.statements, isVacuous);
}

std::string Place::describe() const {
  return known() ? fmt::format("{}:{}:{}", path, line, column) : "";
}

}  // namespace aunit::suite
