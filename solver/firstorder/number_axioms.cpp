#include "solver/firstorder/number_axioms.h"

#include <vector>

namespace aunit::solver::firstorder {

void addNumberAxioms(Theory& theory, AxiomList& list) {
  Formulas& all = theory.formulas;
  const auto renamed = [&](const Theory::Number& n, Terms& parameters, const Terms& tuple) {
    Substitution by;
    for (const TermId p : n.parameters) by[p] = parameters.emplace_back(all.variable(all.sortOf(p)));
    for (std::size_t i = 0; i < tuple.size(); ++i) by[n.tuple[i]] = tuple[i];
    return all.substitute(n.member, by);
  };
  const auto variables = [&](const Theory::Number& n) {
    Terms made;
    for (const TermId t : n.tuple) made.push_back(all.variable(all.sortOf(t)));
    return made;
  };
  TermId ofOne = 0;
  for (std::size_t i = 0; i < theory.numbers.size(); ++i) {
    const Theory::Number& a = theory.numbers[i];
    for (std::size_t j = i; j < theory.numbers.size(); ++j) {
      const Theory::Number& b = theory.numbers[j];
      if (all.sortsOf(a.tuple) != all.sortsOf(b.tuple) || (i == j && a.parameters.empty())) continue;
      const Terms tuple = variables(a);
      Terms left, right;
      const FormulaId same = all.forAll(tuple, all.iff(renamed(a, left, tuple), renamed(b, right, tuple)));
      const FormulaId equal = all.equal(all.apply(a.symbol, left), all.apply(b.symbol, right));
      left.insert(left.end(), right.begin(), right.end());
      list.add("number", all.forAll(left, all.implies(same, equal)));
    }
    const Terms one = variables(a);
    Terms parameters;
    const FormulaId has = renamed(a, parameters, one);
    std::vector<FormulaId> differs;
    const Terms other = variables(a);
    Substitution toOther;
    for (std::size_t k = 0; k < one.size(); ++k) {
      toOther[one[k]] = other[k];
      differs.push_back(all.negation(all.equal(one[k], other[k])));
    }
    const FormulaId hasOther = all.exists(other, all.both(all.substitute(has, toOther), all.disjunction(differs)));
    const TermId number = all.apply(a.symbol, parameters);
    if (i == 0) ofOne = all.apply(all.symbol("number_of_one", {}, all.sortOf(number)), {});
    parameters.insert(parameters.end(), one.begin(), one.end());
    list.add("number", all.forAll(parameters, all.implies(has, all.either(hasOther, all.equal(number, ofOne)))));
  }
  if (theory.less == Timeline::none) return;
  const SortId sort = all.symbols()[theory.less].arguments[0];
  const TermId x = all.variable(sort), y = all.variable(sort), z = all.variable(sort);
  const auto less = [&](TermId a, TermId b) { return all.predicate(theory.less, {a, b}); };
  list.add("number", all.forAll(x, all.negation(less(x, x))));
  list.add("number", all.forAll(Terms{x, y, z}, all.implies(all.both(less(x, y), less(y, z)), less(x, z))));
  list.add("number", all.forAll(Terms{x, y}, all.either(all.equal(x, y), all.either(less(x, y), less(y, x)))));
}

}  // namespace aunit::solver::firstorder
