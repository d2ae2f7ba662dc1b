// Removes clauses that some step violates, until the rest is inductive (Flanagan, Leino: "Houdini, an annotation assistant for
// ESC/Java", 2001).
#include "solver/allscopes/inductive_part.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "solver/allscopes/finite_states.h"

namespace aunit::solver {

using firstorder::FormulaId;

InductivePart inductivePartOf(firstorder::States& states, const std::vector<FormulaId>& clauses, int size,
                              const support::Budget& budget) {
  FiniteStates finite(states, size, states.bad.size() - 1, budget);
  InductivePart part;
  std::vector<std::pair<int, int>> said;  // literals of each clause at moments 0 and 1
  for (const FormulaId f : clauses) {
    const int now = finite.literal(f);
    if (finite.satisfiable(std::vector<int>{finite.state(), finite.first(), -now})) continue;
    part.clauses.push_back(f);
    said.emplace_back(now, finite.literal(states.later(f, 1)));
  }
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<int> assumptions = {finite.step()};
    for (const auto& [now, next] : said) assumptions.push_back(now);
    for (std::size_t i = said.size(); i-- != 0;) {
      assumptions.push_back(-said[i].second);
      if (finite.satisfiable(assumptions)) {
        changed = true;
        said.erase(said.begin() + static_cast<std::ptrdiff_t>(i));
        part.clauses.erase(part.clauses.begin() + static_cast<std::ptrdiff_t>(i));
        assumptions = {finite.step()};
        for (const auto& [now, next] : said) assumptions.push_back(now);
      } else {
        assumptions.pop_back();
      }
    }
  }
  const auto excludes = [&](const std::vector<FormulaId>& kept, std::size_t last, FormulaId bad) {
    std::vector<int> assumptions = {finite.moments(last), finite.literal(bad)};
    for (const FormulaId f : kept)
      for (std::size_t moment = 0; moment <= last; ++moment)
        assumptions.push_back(finite.literal(moment == 0 ? f : states.later(f, moment)));
    return !finite.satisfiable(assumptions);
  };
  std::optional<std::pair<std::size_t, FormulaId>> excluded;
  for (std::size_t last = 0; last < states.bad.size() && !excluded; ++last)
    for (const FormulaId bad : states.bad[last])
      if (!excluded && excludes(part.clauses, last, bad)) excluded = {last, bad};
  part.safe = excluded.has_value();
  if (!part.safe) return part;
  // Removes clauses that the proof does not need, the longest first.
  part.few = part.clauses;
  std::vector<FormulaId> order = part.clauses;
  const firstorder::Formulas& all = states.theory.formulas;
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](FormulaId f) { return all.canonical(f, {}).size(); });
  for (const FormulaId clause : order) {
    std::vector<FormulaId> fewer = part.few;
    std::erase(fewer, clause);
    if (!excludes(fewer, excluded->first, excluded->second)) continue;
    std::vector<int> assumptions = {finite.step()};
    for (const FormulaId f : fewer) assumptions.push_back(finite.literal(f));
    bool inductive = true;
    for (const FormulaId f : fewer) {
      assumptions.push_back(-finite.literal(states.later(f, 1)));
      inductive = inductive && !finite.satisfiable(assumptions);
      assumptions.pop_back();
      if (!inductive) break;
    }
    if (inductive) part.few = std::move(fewer);
  }
  return part;
}

}  // namespace aunit::solver
