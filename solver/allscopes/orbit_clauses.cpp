#include "solver/allscopes/orbit_clauses.h"

#include <set>

namespace aunit::solver {

using firstorder::FormulaId;
using firstorder::SortId;
using firstorder::TermId;

TermId OrbitClauses::variableFor(SortId sort, std::size_t number) {
  auto& known = variables_[sort];
  while (known.size() <= number) known.push_back(all_.variable(sort));
  return known[number];
}

OrbitClauses::Pattern OrbitClauses::patternOf(const GroundCube& cube) {
  Naming naming(*this);
  for (const GroundFact& f : cube) naming.exclude(f);
  naming.finish();
  return naming.pattern;
}

FormulaId OrbitClauses::clauseOf(const Pattern& pattern) {
  std::vector<FormulaId> parts = pattern.parts;
  for (const TermId v : pattern.variables)
    if (const auto guard = guardOf(v)) parts.push_back(all_.negation(*guard));
  parts.insert(parts.end(), pattern.different.begin(), pattern.different.end());
  return all_.forAll(pattern.variables, all_.disjunction(parts));
}

std::optional<FormulaId> OrbitClauses::guardOf(TermId variable) {
  const SortId sort = all_.sortOf(variable);
  for (const auto& [symbol, meaning] : states_.theory.meanings)
    if (meaning.kind == firstorder::Meaning::Kind::signature && meaning.id == states_.theory.signatureOf[sort] &&
        !states_.timeArgument.contains(symbol) && all_.symbols()[symbol].arguments == firstorder::Sorts{sort})
      return all_.predicate(symbol, {variable});
  return std::nullopt;
}

std::vector<std::pair<GroundFact, int>> OrbitClauses::openOf(const GroundFact& fact, SortId sort) const {
  const firstorder::Sorts& sorts = all_.symbols()[fact.atom.symbol].arguments;
  std::set<int> atoms;
  for (std::size_t k = 0; k < sorts.size(); ++k)
    if (sorts[k] == sort) atoms.insert(fact.atom.atoms[k]);
  std::vector<std::pair<GroundFact, int>> result;
  for (const int atom : atoms) {
    GroundFact open = fact;
    for (std::size_t k = 0; k < sorts.size(); ++k)
      if (sorts[k] == sort && fact.atom.atoms[k] == atom) open.atom.atoms[k] = itself;
    result.emplace_back(std::move(open), atom);
  }
  return result;
}

}  // namespace aunit::solver
