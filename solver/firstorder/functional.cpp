#include "solver/firstorder/functional.h"

#include "solver/firstorder/stated_formulas.h"

namespace aunit::solver::firstorder {

FunctionalForm::FunctionalForm(Theory& theory, const std::vector<Assertion>& assertions)
    : theory_(theory), all_(theory.formulas) {
  StatedFormulas sayings(all_, assertions);
  const auto isSignature = [&](SymbolId symbol) {
    const auto meaning = theory_.meanings.find(symbol);
    return meaning != theory_.meanings.end() && meaning->second.kind == Meaning::Kind::signature;
  };
  const std::vector<Symbol> symbols = all_.symbols();
  for (SymbolId relation = 0; relation < symbols.size(); ++relation) {
    const Symbol& r = symbols[relation];
    if (r.arguments.size() != 2 || r.result != truthSort || isSignature(relation)) continue;
    const TermId x = all_.variable(r.arguments[0]), y = all_.variable(r.arguments[1]), z = all_.variable(r.arguments[1]);
    const auto related = [&](TermId b) { return all_.predicate(relation, {x, b}); };
    for (SymbolId domain = 0; domain < symbols.size(); ++domain) {
      if (symbols[domain].arguments != Sorts{r.arguments[0]} || symbols[domain].result != truthSort || !isSignature(domain))
        continue;
      const FormulaId in = all_.predicate(domain, {x});
      const auto ofDomain = [&](FormulaId f) { return all_.forAll(x, all_.implies(in, f)); };
      const FormulaId same = all_.forAll(z, all_.implies(related(z), all_.equal(y, z)));
      if (!sayings.contain(all_.forAll(Terms{x, y}, all_.implies(related(y), in))) ||
          !sayings.contain(ofDomain(all_.exists(y, related(y)))) ||
          !sayings.contain(ofDomain(all_.forAll(y, all_.implies(related(y), same)))))
        continue;
      functions_[relation] = {domain, all_.symbol(r.name + "_of", {r.arguments[0]}, r.arguments[1])};
      break;
    }
  }
}

FormulaId FunctionalForm::of(FormulaId id) {
  if (functions_.empty()) return id;
  if (const auto found = known_.find(id); found != known_.end()) return found->second;
  const Formula f = all_.formula(id);
  FormulaId result = id;
  std::vector<FormulaId> parts;
  for (const FormulaId part : f.parts) parts.push_back(of(part));
  switch (f.kind) {
    case Kind::predicate:
      if (const auto found = functions_.find(f.symbol); found != functions_.end())
        result = all_.both(all_.predicate(found->second.domain, {f.terms[0]}),
                           all_.equal(f.terms[1], all_.apply(found->second.symbol, {f.terms[0]})));
      break;
    case Kind::not_: result = all_.negation(parts[0]); break;
    case Kind::and_: result = all_.conjunction(parts); break;
    case Kind::or_: result = all_.disjunction(parts); break;
    case Kind::forAll: result = all_.forAll(f.variable, parts[0]); break;
    case Kind::exists: result = all_.exists(f.variable, parts[0]); break;
    default: break;
  }
  return known_[id] = result;
}

}  // namespace aunit::solver::firstorder
