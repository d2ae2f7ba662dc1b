#include "solver/firstorder/rings.h"

#include <algorithm>
#include <set>
#include <string>

namespace aunit::solver::firstorder {

std::vector<Ring> addRings(Theory& theory, std::vector<Assertion>& assertions) {
  Formulas& all = theory.formulas;
  std::vector<Ring> rings;
  std::set<std::string> said;
  for (const Assertion& a : assertions) said.insert(all.canonical(a.formula, {}));
  for (std::size_t index = 0; index < theory.closures.size(); ++index) {
    const Closure closure = theory.closures[index];
    if (!closure.parameters.empty() || closure.sorts.size() != 1 || closure.steps.empty()) continue;
    const SortId sort = closure.sorts[0];
    const SymbolId reaches = closure.predicate.begin()->second;
    const Closure::Step step = closure.steps.begin()->second;
    const TermId x = all.variable(sort), y = all.variable(sort), z = all.variable(sort), w = all.variable(sort);
    // The sets of which all is reached from all.
    for (SymbolId set = 0; set < all.symbols().size(); ++set) {
      const auto meaning = theory.meanings.find(set);
      if (meaning == theory.meanings.end() || meaning->second.kind != Meaning::Kind::signature ||
          all.symbols()[set].arguments != Sorts{sort} || all.symbols()[set].result != truthSort)
        continue;
      const auto in = [&](TermId t) { return all.predicate(set, {t}); };
      const auto saysSo = [&](TermId a, TermId b) {
        const FormulaId f = all.forAll(a, all.implies(in(a), all.forAll(b, all.implies(in(b), all.predicate(reaches, {x, y})))));
        return said.contains(all.canonical(f, {}));
      };
      if (!saysSo(x, y) && !saysSo(y, x)) continue;
      const auto next = [&](TermId a, TermId b) { return all.substitute(step.formula, {{step.from, a}, {step.to, b}}); };
      const SymbolId between = all.symbol("between", {sort, sort, sort});
      const auto b = [&](TermId p, TermId q, TermId r) { return all.predicate(between, {p, q, r}); };
      const auto different = [&](TermId p, TermId q) { return all.negation(all.equal(p, q)); };
      // Each atom has one successor, which is in the set.
      const FormulaId oneEach =
          all.conjunction({all.forAll(x, all.implies(in(x), all.exists(y, all.both(in(y), next(x, y))))),
                           all.forAll(Terms{x, y, z}, all.implies(all.both(next(x, y), next(x, z)), all.equal(y, z))),
                           all.forAll(Terms{x, y}, all.implies(next(x, y), all.both(in(x), in(y))))});
      const auto add = [&](const Terms& variables, FormulaId f) {
        assertions.push_back({all.implies(oneEach, all.forAll(variables, f)), Assertion::Role::lemma, {}, "ring"});
      };
      const FormulaId three = all.conjunction({in(x), in(y), in(z), different(x, y), different(y, z), different(x, z)});
      add({x, y, z}, all.implies(b(x, y, z), three));
      add({x, y, z}, all.implies(b(x, y, z), b(y, z, x)));
      add({w, x, y, z}, all.implies(all.both(b(w, x, y), b(w, y, z)), b(w, x, z)));
      add({x, y, z}, all.implies(b(x, y, z), all.negation(b(x, z, y))));
      add({x, y, z}, all.implies(three, all.either(b(x, y, z), b(x, z, y))));
      add({x, y, z}, all.implies(next(x, y), all.negation(b(x, z, y))));
      add({x, y}, all.implies(all.both(next(x, x), in(y)), all.equal(x, y)));
      // Somebody is before each.
      add({y}, all.implies(in(y), all.exists(x, next(x, y))));
      add({x, y, z}, all.implies(all.both(next(x, z), next(y, z)), all.equal(x, y)));
      rings.push_back({between, index});
      break;
    }
  }
  return rings;
}

}  // namespace aunit::solver::firstorder
