#include "solver/grounding/growing_scope.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

namespace aunit::solver {

GrowingScope::GrowingScope(model::Scope first) : now_(std::move(first)) {
  for (const model::SigScope& s : now_.sigs)
    if (s.start != s.end) growing_.push_back(s.sig);
}

bool GrowingScope::isGrowing(model::SigId sig) const {
  return std::ranges::find(growing_, sig) != growing_.end();
}

bool GrowingScope::grow() {
  const auto steps = [&](const model::SigScope& s) { return !isGrowing(s.sig) || s.end - s.start >= s.increment; };
  if (growing_.empty() || !std::ranges::all_of(now_.sigs, steps)) return false;
  for (model::SigScope& s : now_.sigs)
    if (isGrowing(s.sig)) s.start += s.increment;
  return true;
}

bool growsForever(const model::Scope& scope) {
  const auto isEndless = [](const model::SigScope& s) { return s.end == std::numeric_limits<int>::max(); };
  return std::ranges::any_of(scope.sigs, isEndless) &&
         std::ranges::all_of(scope.sigs, [&](const model::SigScope& s) { return s.start == s.end || isEndless(s); });
}

std::vector<model::Scope> stepsOf(const model::Scope& scope) {
  if (growsForever(scope)) return {};
  constexpr std::size_t mostSteps = 1000;
  std::vector<model::Scope> steps;
  GrowingScope step(scope);
  do {
    if (steps.size() == mostSteps) return {};
    steps.push_back(step.now());
  } while (step.grow());
  return steps;
}

std::vector<model::Scope> scopesSearched(const Problem& problem) {
  return problem.check ? stepsOf(problem.scope) : std::vector{problem.scope};
}

}  // namespace aunit::solver
