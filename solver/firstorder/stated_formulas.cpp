#include "solver/firstorder/stated_formulas.h"

#include <algorithm>

namespace aunit::solver::firstorder {

StatedFormulas::StatedFormulas(Formulas& formulas, const std::vector<Assertion>& assertions) : all_(formulas) {
  for (const Assertion& a : assertions) {
    said_.insert(textOf(a.formula));
    std::vector<FormulaId> parts;
    divide(all_.simplified(a.formula), parts);
    for (const FormulaId part : parts) said_.insert(textOf(part));
  }
}

bool StatedFormulas::containAll(const std::vector<FormulaId>& parts) {
  return std::ranges::all_of(parts, [&](FormulaId part) { return contain(part); });
}

/// Adds the conjuncts that a formula states: `all x | A implies B and C` states `all x | A implies B` and `all x | A implies C`.
void StatedFormulas::divide(FormulaId id, std::vector<FormulaId>& to) {
  const Formula f = all_.formula(id);
  std::vector<FormulaId> inner;
  if (f.kind == Kind::and_) {
    for (const FormulaId part : f.parts) divide(part, to);
    return;
  }
  if (f.kind == Kind::forAll) {
    divide(f.parts[0], inner);
    for (const FormulaId part : inner) to.push_back(all_.forAll(f.variable, part));
    return;
  }
  const auto isConjunction = [&](FormulaId part) { return all_.formula(part).kind == Kind::and_; };
  if (f.kind != Kind::or_ || std::ranges::count_if(f.parts, isConjunction) != 1) {
    to.push_back(id);
    return;
  }
  const FormulaId conjunction = *std::ranges::find_if(f.parts, isConjunction);
  std::vector<FormulaId> others = f.parts;
  std::erase(others, conjunction);
  divide(conjunction, inner);
  for (const FormulaId part : inner) {
    others.push_back(part);
    to.push_back(all_.disjunction(others));
    others.pop_back();
  }
}

}  // namespace aunit::solver::firstorder
