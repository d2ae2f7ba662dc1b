#include "solver/firstorder/axioms.h"

#include <functional>
#include <set>

#include <fmt/format.h>

#include "solver/firstorder/rings.h"

namespace aunit::solver::firstorder {

namespace {

using Role = Assertion::Role;
constexpr std::size_t mostLemmas = 600;

class Axioms {
 public:
  explicit Axioms(Theory& theory) : theory_(theory), all_(theory.formulas) {}

  std::vector<Assertion> run(Lemmas lemmas) {
    for (std::size_t i = 0; i < theory_.closures.size(); ++i) define(i);
    role_ = Role::lemma;
    if (lemmas >= Lemmas::containment) containment();
    if (lemmas >= Lemmas::induction) {
      findSets();
      for (const Closure& c : theory_.closures) induction(c);
      std::vector<Assertion> assertions = theory_.assertions;
      addRings(theory_, assertions);
      for (std::size_t i = theory_.assertions.size(); i < assertions.size(); ++i) out_.push_back(std::move(assertions[i]));
    }
    if (lemmas >= Lemmas::finite) {
      for (const Closure& c : theory_.closures) wellFounded(c);
      dedekind();
    }
    return std::move(out_);
  }

 private:
  /// A named predicate with all but one argument fixed: a set of atoms.
  struct NamedSet {
    SymbolId symbol;
    std::size_t position;
  };

  void add(const std::string& name, FormulaId f) {
    if (f == all_.truth(true) || (role_ == Role::lemma && out_.size() >= mostLemmas)) return;
    out_.push_back({f, role_, {}, name});
  }

  FormulaId step(const Closure& c, TermId from, TermId to) {
    const auto found = c.steps.find({all_.sortOf(from), all_.sortOf(to)});
    if (found == c.steps.end()) return all_.truth(false);
    return all_.substitute(found->second.formula, {{found->second.from, from}, {found->second.to, to}});
  }

  /// With other terms for the parameters.
  FormulaId closed(const Closure& c, const Terms& parameters, TermId from, TermId to) {
    Terms arguments = parameters;
    arguments.insert(arguments.end(), {from, to});
    return all_.predicate(c.predicate.at({all_.sortOf(from), all_.sortOf(to)}), std::move(arguments));
  }
  FormulaId closed(const Closure& c, TermId from, TermId to) { return closed(c, c.parameters, from, to); }

  FormulaId every(const Closure& c, const Terms& variables, FormulaId f) {
    return all_.forAll(c.parameters, all_.forAll(variables, f));
  }

  /// Base, unfolding at both ends, transitivity: they hold of the closure, and leave out that it is the least.
  void define(std::size_t index) {
    const Closure& c = theory_.closures[index];
    for (const SortId a : c.sorts)
      for (const SortId b : c.sorts) {
        const TermId x = all_.variable(a), y = all_.variable(b);
        const FormulaId one = step(c, x, y), many = closed(c, x, y);
        add("closure", every(c, {x, y}, all_.implies(one, many)));
        std::vector<FormulaId> fromLeft = {one}, fromRight = {one};
        for (const SortId m : c.sorts) {
          const TermId z = all_.variable(m);
          fromLeft.push_back(all_.exists(z, all_.both(step(c, x, z), closed(c, z, y))));
          fromRight.push_back(all_.exists(z, all_.both(closed(c, x, z), step(c, z, y))));
          add("transitive", every(c, {x, y, z}, all_.implies(all_.both(closed(c, x, z), closed(c, z, y)), many)));
        }
        add("unfold", every(c, {x, y}, all_.implies(many, all_.disjunction(fromLeft))));
        add("unfold", every(c, {x, y}, all_.implies(many, all_.disjunction(fromRight))));
      }
  }

  /// r in ^s implies ^r in ^s, and r in ~^s implies ^r in ~^s.
  void containment() {
    for (const Closure& r : theory_.closures)
      for (const Closure& s : theory_.closures) {
        if ((&r == &s && r.parameters.empty()) || r.sorts.size() > 1 || r.sorts != s.sorts) continue;
        const TermId x = all_.variable(r.sorts[0]), y = all_.variable(r.sorts[0]);
        Terms others;
        for (const TermId p : s.parameters) others.push_back(all_.variable(all_.sortOf(p)));
        for (const bool transposed : {false, true}) {
          const FormulaId larger = transposed ? closed(s, others, y, x) : closed(s, others, x, y);
          const FormulaId if_ = all_.forAll(Terms{x, y}, all_.implies(step(r, x, y), larger));
          const FormulaId then = all_.forAll(Terms{x, y}, all_.implies(closed(r, x, y), larger));
          add("containment", every(r, others, all_.implies(if_, then)));
        }
      }
  }

  void findSets() {
    std::set<SymbolId> seen;
    const std::function<void(FormulaId)> visit = [&](FormulaId id) {
      const Formula& f = all_.formula(id);
      if (f.kind == Kind::predicate && seen.insert(f.symbol).second) {
        const Sorts& arguments = all_.symbols()[f.symbol].arguments;
        for (std::size_t i = 0; i < arguments.size(); ++i) sets_[arguments[i]].push_back({f.symbol, i});
      }
      for (const FormulaId part : f.parts) visit(part);
    };
    for (const Assertion& a : theory_.assertions) visit(a.formula);
    for (const Assertion& a : out_) visit(a.formula);
  }

  Terms fixedFor(const NamedSet& set) {
    Terms terms;
    for (const SortId sort : all_.symbols()[set.symbol].arguments) terms.push_back(all_.variable(sort));
    return terms;
  }
  FormulaId inSet(const NamedSet& set, Terms fixed, TermId atom) {
    fixed[set.position] = atom;
    return all_.predicate(set.symbol, std::move(fixed));
  }
  static Terms without(Terms terms, std::size_t position) {
    terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(position));
    return terms;
  }

  void induction(const Closure& c) {
    if (c.sorts.size() > 1) return;
    const TermId x = all_.variable(c.sorts[0]), y = all_.variable(c.sorts[0]);
    for (const NamedSet& set : sets_[c.sorts[0]]) {
      const Terms fixed = fixedFor(set);
      for (const bool complement : {false, true}) {
        const auto in = [&](TermId t) { return complement ? all_.negation(inSet(set, fixed, t)) : inSet(set, fixed, t); };
        const auto keeps = [&](FormulaId related) {
          return all_.forAll(Terms{x, y}, all_.implies(all_.both(in(x), related), in(y)));
        };
        add("induction", every(c, without(fixed, set.position), all_.implies(keeps(step(c, x, y)), keeps(closed(c, x, y)))));
      }
    }
  }

  /// In an acyclic relation a set that is not empty has an element before, and one behind, which there is none of it.
  void wellFounded(const Closure& c) {
    if (c.sorts.size() > 1) return;
    const TermId x = all_.variable(c.sorts[0]), y = all_.variable(c.sorts[0]), z = all_.variable(c.sorts[0]);
    const FormulaId acyclic = all_.forAll(z, all_.negation(closed(c, z, z)));
    for (const NamedSet& set : sets_[c.sorts[0]]) {
      const Terms fixed = fixedFor(set);
      for (const bool backwards : {false, true}) {
        const FormulaId before = backwards ? closed(c, y, z) : closed(c, z, y);
        const FormulaId noneBefore = all_.forAll(z, all_.implies(before, all_.negation(inSet(set, fixed, z))));
        const FormulaId hasEnd = all_.exists(y, all_.both(inSet(set, fixed, y), noneBefore));
        Terms variables = without(fixed, set.position);
        variables.push_back(x);
        add("well-founded", every(c, variables, all_.implies(all_.both(acyclic, inSet(set, fixed, x)), hasEnd)));
      }
    }
  }

  /// Dedekind: a set with a total and injective relation to itself that is not onto is infinite. For the functions f on one
  /// signature: f itself where it leads back, else f.~g.
  void dedekind() {
    for (const FieldFunction& f : theory_.functions)
      for (const FieldFunction& g : theory_.functions) {
        const Symbol from = all_.symbols()[f.symbol], to = all_.symbols()[g.symbol];
        if (f.signature != g.signature || from.arguments != to.arguments || from.result != to.result) continue;
        const SortId sort = from.arguments[0];
        const TermId x = all_.variable(sort), y = all_.variable(sort), z = all_.variable(sort);
        const FormulaId inX = domain(f, x), inY = domain(f, y), inZ = domain(f, z);
        if (inX == noFormula) continue;
        const auto related = [&](TermId a, FormulaId inA, TermId b, FormulaId inB) {
          const TermId image = all_.apply(f.symbol, {a});
          const FormulaId same = f.symbol == g.symbol ? all_.equal(image, b) : all_.equal(image, all_.apply(g.symbol, {b}));
          return all_.conjunction({inA, inB, same});
        };
        if (f.symbol == g.symbol && from.result != sort) continue;
        const FormulaId total = all_.forAll(x, all_.implies(inX, all_.exists(y, related(x, inX, y, inY))));
        const FormulaId injective = all_.forAll(
            Terms{x, y, z}, all_.implies(all_.both(related(x, inX, z, inZ), related(y, inY, z, inZ)), all_.equal(x, y)));
        const FormulaId onto = all_.forAll(y, all_.implies(inY, all_.exists(x, related(x, inX, y, inY))));
        add("dedekind", all_.implies(all_.both(total, injective), onto));
      }
  }

  FormulaId domain(const FieldFunction& f, TermId atom) {
    const auto found = theory_.domains.find({f.signature, all_.sortOf(atom)});
    if (found == theory_.domains.end()) return noFormula;
    return all_.substitute(found->second.second, {{found->second.first, atom}});
  }

  static constexpr FormulaId noFormula = 0xffffffff;
  Theory& theory_;
  Formulas& all_;
  std::vector<Assertion> out_;
  Role role_ = Role::axiom;
  std::map<SortId, std::vector<NamedSet>> sets_;
};

}  // namespace

std::vector<Assertion> axiomsOf(Theory& theory, Lemmas lemmas) {
  return Axioms(theory).run(lemmas);
}

}  // namespace aunit::solver::firstorder
