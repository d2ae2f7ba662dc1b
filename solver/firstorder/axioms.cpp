#include "solver/firstorder/axioms.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "solver/firstorder/axiom_list.h"
#include "solver/firstorder/number_axioms.h"
#include "solver/firstorder/rings.h"

namespace aunit::solver::firstorder {

namespace {

using Role = Assertion::Role;
constexpr std::size_t mostAskedFor = 4;

class Axioms {
 public:
  explicit Axioms(Theory& theory) : theory_(theory), all_(theory.formulas), list_(theory.formulas) {}

  std::vector<Assertion> run(Lemmas lemmas) {
    if (lemmas >= Lemmas::containment) rings();
    for (std::size_t i = 0; i < theory_.closures.size(); ++i)
      if (!defined_.contains(i)) define(i);
    addNumberAxioms(theory_, list_);
    list_.beginLemmas();
    if (lemmas >= Lemmas::containment) containment();
    if (lemmas >= Lemmas::induction) {
      findSets();
      if (lemmas >= Lemmas::finite) findAskedFor();
      forOthers([&](const Closure& c) { induction(c); });
      containmentFrom();
    }
    if (lemmas >= Lemmas::finite) {
      alongRings();
      forOthers([&](const Closure& c) { wellFounded(c); });
      dedekind();
      pigeonhole();
      largest();
    }
    return list_.result();
  }

 private:
  /// The set of the atoms x such that the predicate `symbol` is true with x as its argument at `position`. The other arguments
  /// are fixed.
  struct NamedSet {
    SymbolId symbol;
    std::size_t position;
  };

  FormulaId step(const Closure& c, TermId from, TermId to) {
    const auto found = c.steps.find({all_.sortOf(from), all_.sortOf(to)});
    if (found == c.steps.end()) return all_.truth(false);
    return all_.substitute(found->second.formula, {{found->second.from, from}, {found->second.to, to}});
  }

  /// A formula that is true if the closure with these parameters contains the tuple (from, to).
  FormulaId closed(const Closure& c, const Terms& parameters, TermId from, TermId to) {
    Terms arguments = parameters;
    arguments.insert(arguments.end(), {from, to});
    return all_.predicate(c.predicate.at({all_.sortOf(from), all_.sortOf(to)}), std::move(arguments));
  }
  FormulaId closed(const Closure& c, TermId from, TermId to) { return closed(c, c.parameters, from, to); }

  FormulaId every(const Closure& c, const Terms& variables, FormulaId f) {
    return all_.forAll(c.parameters, all_.forAll(variables, f));
  }

  /// Calls `say` for each closure that no ring defines.
  void forOthers(const std::function<void(const Closure&)>& say) {
    for (std::size_t i = 0; i < theory_.closures.size(); ++i)
      if (!defined_.contains(i)) say(theory_.closures[i]);
  }

  void rings() {
    if (std::ranges::any_of(theory_.assertions, [](const Assertion& a) { return a.name == "ring"; })) {
      for (const RingOrder& ring : theory_.rings) defined_.insert(ring.defined.begin(), ring.defined.end());
      return;
    }
    theory_.rings.clear();
    std::vector<Assertion> assertions = theory_.assertions;
    for (const Ring& ring : addRings(theory_, assertions)) defined_.insert(ring.defined.begin(), ring.defined.end());
    for (std::size_t i = theory_.assertions.size(); i < assertions.size(); ++i) list_.take(std::move(assertions[i]));
  }

  /// Adds axioms for a closure: it contains each step, it can be unfolded at both ends, and it is transitive. Larger relations
  /// than the closure may satisfy these axioms, too.
  void define(std::size_t index) {
    const Closure& c = theory_.closures[index];
    for (const SortId a : c.sorts)
      for (const SortId b : c.sorts) {
        const TermId x = all_.variable(a), y = all_.variable(b);
        const FormulaId one = step(c, x, y), many = closed(c, x, y);
        list_.add("closure", every(c, {x, y}, all_.implies(one, many)));
        std::vector<FormulaId> fromLeft = {one}, fromRight = {one};
        for (const SortId m : c.sorts) {
          const TermId z = all_.variable(m);
          fromLeft.push_back(all_.exists(z, all_.both(step(c, x, z), closed(c, z, y))));
          fromRight.push_back(all_.exists(z, all_.both(closed(c, x, z), step(c, z, y))));
          list_.add("transitive", every(c, {x, y, z}, all_.implies(all_.both(closed(c, x, z), closed(c, z, y)), many)));
        }
        list_.add("unfold", every(c, {x, y}, all_.implies(many, all_.disjunction(fromLeft))));
        list_.add("unfold", every(c, {x, y}, all_.implies(many, all_.disjunction(fromRight))));
      }
  }

  /// r in ^s implies ^r in ^s, and r in ~^s implies ^r in ~^s.
  void containment() {
    forOthers([&](const Closure& r) {
      forOthers([&](const Closure& s) {
        if ((&r == &s && r.parameters.empty()) || r.sorts.size() > 1 || r.sorts != s.sorts) return;
        const TermId x = all_.variable(r.sorts[0]), y = all_.variable(r.sorts[0]);
        Terms others;
        for (const TermId p : s.parameters) others.push_back(all_.variable(all_.sortOf(p)));
        for (const bool transposed : {false, true}) {
          const FormulaId larger = transposed ? closed(s, others, y, x) : closed(s, others, x, y);
          const FormulaId if_ = all_.forAll(Terms{x, y}, all_.implies(step(r, x, y), larger));
          const FormulaId then = all_.forAll(Terms{x, y}, all_.implies(closed(r, x, y), larger));
          list_.add("containment", every(r, others, all_.implies(if_, then)));
        }
      });
    });
  }

  /// For each atom `a`: if all steps of r on paths from `a` are within ^s, then ^s relates `a` to every atom that paths of r
  /// from `a` reach.
  void containmentFrom() {
    forOthers([&](const Closure& r) {
      forOthers([&](const Closure& s) {
        if ((&r == &s && r.parameters.empty()) || r.sorts.size() > 1 || r.sorts != s.sorts) return;
        const SortId sort = r.sorts[0];
        const TermId a = all_.variable(sort), x = all_.variable(sort), y = all_.variable(sort);
        Terms others;
        for (const TermId p : s.parameters) others.push_back(all_.variable(all_.sortOf(p)));
        const FormulaId onTheWay = all_.either(all_.equal(x, a), closed(r, a, x));
        const FormulaId if_ = all_.forAll(Terms{x, y}, all_.implies(all_.both(onTheWay, step(r, x, y)), closed(s, others, x, y)));
        const FormulaId then = all_.forAll(y, all_.implies(closed(r, a, y), closed(s, others, a, y)));
        Terms variables = others;
        variables.push_back(a);
        list_.add("containment from", every(r, variables, all_.implies(if_, then)));
      });
    });
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
    for (const Assertion& a : list_.all()) visit(a.formula);
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

  /// If no step leaves a set, the closure does not leave it.
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
        list_.add("induction",
                  every(c, without(fixed, set.position), all_.implies(keeps(step(c, x, y)), keeps(closed(c, x, y)))));
      }
    }
    if (const std::optional<Set> asked = askedOf(c.sorts[0]); asked && c.parameters.empty()) {
      inductionFrom(c, {}, *asked);
      inductionFrom(c, {}, [&](TermId t) { return all_.negation((*asked)(t)); });
    }
    for (const AskedSet& set : asked_[c.sorts[0]]) {
      inductionFrom(c, set.parameters, set.in);
      inductionFrom(c, set.parameters, [&](TermId t) { return all_.negation(set.in(t)); });
    }
  }

  using Set = std::function<FormulaId(TermId)>;

  /// For each atom `a`: if each first step from `a` ends in a set, and no later step leaves the set, then the set contains
  /// every atom that `a` reaches.
  void inductionFrom(const Closure& c, const Terms& parameters, const Set& in) {
    const TermId a = all_.variable(c.sorts[0]), x = all_.variable(c.sorts[0]), y = all_.variable(c.sorts[0]);
    const FormulaId begins = all_.forAll(y, all_.implies(step(c, a, y), in(y)));
    const FormulaId goesOn =
        all_.forAll(Terms{x, y}, all_.implies(all_.conjunction({closed(c, a, x), in(x), step(c, x, y)}), in(y)));
    const FormulaId all = all_.forAll(y, all_.implies(closed(c, a, y), in(y)));
    Terms variables = parameters;
    variables.push_back(a);
    list_.add("induction", every(c, variables, all_.implies(all_.both(begins, goesOn), all)));
  }

  /// The values of one variable of a question that satisfy all conjuncts with this variable. They depend on the other free
  /// variables of these conjuncts (`parameters`).
  struct AskedSet {
    Terms parameters;
    Set in;
  };

  void findAskedFor() {
    for (const Assertion& question : theory_.assertions) {
      if (question.role != Role::question) continue;
      const auto [variables, body] = opened(question.formula);
      const Formula whole = all_.formula(body);
      const std::vector<FormulaId> parts = whole.kind == Kind::and_ ? whole.parts : std::vector<FormulaId>{body};
      for (const TermId v : variables) {
        std::vector<FormulaId> ofIt;
        for (const FormulaId part : parts)
          if (all_.occursFree(v, part)) ofIt.push_back(part);
        const FormulaId said = all_.conjunction(ofIt);
        AskedSet set;
        for (const TermId p : all_.freeIn(said))
          if (p != v) set.parameters.push_back(p);
        set.in = [this, v = v, said](TermId t) { return all_.substitute(said, {{v, t}}); };
        asked_[all_.sortOf(v)].push_back(std::move(set));
      }
    }
  }

  /// The existential variables of a question, renamed, and the rest of the question.
  std::pair<Terms, FormulaId> opened(FormulaId body) {
    Terms variables;
    while (variables.size() < mostAskedFor) {
      // Opens the outermost quantifier, or one in the outermost conjunction.
      const Formula f = all_.formula(body);
      const auto own = [&](const Formula& e) {
        variables.push_back(all_.variable(all_.sortOf(e.variable)));
        return all_.substitute(e.parts[0], {{e.variable, variables.back()}});
      };
      if (f.kind == Kind::exists) {
        body = own(f);
        continue;
      }
      if (f.kind != Kind::and_) break;
      const auto inner = std::ranges::find_if(f.parts, [&](FormulaId part) { return all_.formula(part).kind == Kind::exists; });
      if (inner == f.parts.end()) break;
      std::vector<FormulaId> parts;
      for (const FormulaId part : f.parts)
        if (part != *inner) parts.push_back(part);
      const Formula e = all_.formula(*inner);
      parts.push_back(own(e));
      body = all_.conjunction(parts);
    }
    return {variables, body};
  }

  /// For atoms `a` and `b` of a ring: if a set contains `a`, and no step of the ring on the way from `a` to `b` leaves the set,
  /// the set contains `b`.
  void alongRings() {
    for (const RingOrder& ring : theory_.rings) {
      const SortId sort = all_.sortOf(ring.from);
      const TermId a = all_.variable(sort), b = all_.variable(sort), x = all_.variable(sort), y = all_.variable(sort);
      const FormulaId next = all_.substitute(ring.next, {{ring.from, x}, {ring.to, y}});
      const FormulaId onTheWay = all_.either(all_.equal(x, a), all_.predicate(ring.between, {a, x, b}));
      for (const NamedSet& set : sets_[sort]) {
        if (set.symbol == ring.between) continue;
        const Terms fixed = fixedFor(set);
        for (const bool complement : {false, true}) {
          const auto in = [&](TermId t) { return complement ? all_.negation(inSet(set, fixed, t)) : inSet(set, fixed, t); };
          const FormulaId stays = all_.forAll(
              Terms{x, y}, all_.implies(all_.conjunction({onTheWay, all_.negation(all_.equal(x, b)), next, in(x)}), in(y)));
          Terms variables = without(fixed, set.position);
          variables.insert(variables.end(), {a, b});
          const FormulaId ring_ = all_.conjunction({ring.condition, atomOf(sort, a), atomOf(sort, b)});
          list_.add("along", all_.forAll(variables, all_.implies(all_.conjunction({ring_, in(a), stays}), in(b))));
        }
      }
    }
  }

  /// The possible values of the first variable of a sort in the question; nothing if there is no such variable.
  std::optional<Set> askedOf(SortId sort) {
    std::vector<std::pair<TermId, FormulaId>> ways;
    for (const Assertion& a : theory_.assertions) {
      if (a.role != Role::question) continue;
      const Formula& whole = all_.formula(a.formula);
      for (const FormulaId way : whole.kind == Kind::or_ ? whole.parts : std::vector<FormulaId>{a.formula}) {
        Terms variables;
        FormulaId body = way;
        for (; all_.formula(body).kind == Kind::exists; body = all_.formula(body).parts[0])
          variables.push_back(all_.formula(body).variable);
        const auto own = std::ranges::find_if(variables, [&](TermId v) { return all_.sortOf(v) == sort; });
        if (own == variables.end()) return std::nullopt;
        const TermId atom = *own;
        variables.erase(own);
        ways.emplace_back(atom, all_.exists(variables, body));
      }
      break;
    }
    if (ways.empty()) return std::nullopt;
    return [this, ways](TermId t) {
      std::vector<FormulaId> parts;
      for (const auto& [atom, body] : ways) parts.push_back(all_.substitute(body, {{atom, t}}));
      return all_.disjunction(parts);
    };
  }

  /// Adds a lemma about two variables `p` and `q` of the question, for each field. Consider the atoms whose image under the
  /// field contains the image of `p`, and is within the union of the images of `p` and `q`. One of these images is maximal: it
  /// is a proper part of no other one. A lemma about all atoms `p` and `q` would mislead provers.
  void largest() {
    for (const Assertion& question : theory_.assertions) {
      if (question.role != Role::question) continue;
      const auto [variables, body] = opened(question.formula);
      std::vector<FormulaId> parts = {body};
      for (const TermId p : variables)
        for (const TermId q : variables)
          if (p != q && all_.sortOf(p) == all_.sortOf(q)) addLargest(p, q, parts);
      if (parts.size() > 1)
        list_.take({all_.exists(variables, all_.conjunction(parts)), Role::question, question.span, "largest"});
    }
  }

  void addLargest(TermId p, TermId q, std::vector<FormulaId>& to) {
    const SortId sort = all_.sortOf(p);
    const TermId s = all_.variable(sort), m = all_.variable(sort);
    const FormulaId own = atomOf(sort, p);
    if (own == noFormula) return;
    for (SymbolId f = 0; f < all_.symbols().size(); ++f) {
      const Sorts sorts = all_.symbols()[f].arguments;
      const auto meaning = theory_.meanings.find(f);
      if (sorts.size() != 2 || sorts[0] != sort || all_.symbols()[f].result != truthSort || meaning == theory_.meanings.end() ||
          meaning->second.kind != Meaning::Kind::field)
        continue;
      const TermId e = all_.variable(sorts[1]);
      const auto has = [&](TermId a) { return all_.predicate(f, {a, e}); };
      const auto between = [&](TermId a) {
        return all_.both(all_.forAll(e, all_.implies(has(p), has(a))),
                         all_.forAll(e, all_.implies(has(a), all_.either(has(p), has(q)))));
      };
      const FormulaId larger = all_.conjunction({atomOf(sort, s), between(s), all_.forAll(e, all_.implies(has(m), has(s)))});
      const FormulaId none = all_.forAll(s, all_.implies(larger, all_.forAll(e, all_.implies(has(s), has(m)))));
      to.push_back(all_.implies(own, all_.exists(m, all_.conjunction({atomOf(sort, m), between(m), none}))));
    }
  }

  /// States that a variable is an atom of the signature of its sort.
  FormulaId atomOf(SortId sort, TermId variable) {
    for (const auto& [symbol, meaning] : theory_.meanings)
      if (meaning.kind == Meaning::Kind::signature && meaning.id == theory_.signatureOf[sort] &&
          all_.symbols()[symbol].arguments == Sorts{sort} && all_.symbols()[symbol].result == truthSort)
        return all_.predicate(symbol, {variable});
    return noFormula;
  }

  /// In an acyclic relation, each non-empty set has an element without a predecessor in the set, and an element without a
  /// successor in the set.
  void wellFounded(const Closure& c) {
    if (c.sorts.size() > 1) return;
    for (const NamedSet& set : sets_[c.sorts[0]]) {
      const Terms fixed = fixedFor(set);
      hasEnds("well-founded", c, without(fixed, set.position), [&](TermId t) { return inSet(set, fixed, t); });
    }
    for (const AskedSet& set : asked_[c.sorts[0]]) hasEnds("ends", c, set.parameters, set.in);
    // Adds the same lemma for the set of all atoms in a column of a relation.
    for (const NamedSet& set : sets_[c.sorts[0]]) {
      const Terms fixed = fixedFor(set);
      const Terms others = without(fixed, set.position);
      if (!others.empty() && others.size() < 3)
        hasEnds("ends", c, {}, [&](TermId t) { return all_.exists(others, inSet(set, fixed, t)); });
    }
  }

  void hasEnds(const char* name, const Closure& c, const Terms& parameters, const Set& in) {
    const TermId x = all_.variable(c.sorts[0]), y = all_.variable(c.sorts[0]), z = all_.variable(c.sorts[0]);
    const FormulaId acyclic = all_.forAll(z, all_.negation(closed(c, z, z)));
    for (const bool backwards : {false, true}) {
      const FormulaId before = backwards ? closed(c, y, z) : closed(c, z, y);
      const FormulaId noneBefore = all_.forAll(z, all_.implies(before, all_.negation(in(z))));
      const FormulaId hasEnd = all_.exists(y, all_.both(in(y), noneBefore));
      list_.add(name, every(c, parameters, all_.implies(all_.both(acyclic, all_.exists(x, in(x))), hasEnd)));
    }
  }

  /// Adds Dedekind's lemma: in a finite set, a total and injective relation from the set to itself is onto. The relation is a
  /// function f whose values have the sort of its arguments, or f.~g for functions f and g on one signature.
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
        list_.add("dedekind", all_.implies(all_.both(total, injective), onto));
      }
  }

  /// If a function from some atoms of a sort is onto the sort, the function's domain is the whole sort.
  void pigeonhole() {
    for (const FieldFunction& f : theory_.functions) {
      const Symbol symbol = all_.symbols()[f.symbol];
      if (symbol.arguments.size() != 1 || symbol.arguments[0] != symbol.result) continue;
      const TermId x = all_.variable(symbol.result), y = all_.variable(symbol.result);
      const FormulaId inX = domain(f, x), inY = domain(f, y), atom = atomOf(symbol.result, y);
      if (inX == noFormula || atom == noFormula) continue;
      const FormulaId met = all_.exists(x, all_.both(inX, all_.equal(all_.apply(f.symbol, {x}), y)));
      const FormulaId onto = all_.forAll(y, all_.implies(atom, met));
      list_.add("dedekind", all_.implies(onto, all_.forAll(y, all_.implies(atom, inY))));
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
  AxiomList list_;
  std::set<std::size_t> defined_;  // indices of closures that rings define completely
  std::map<SortId, std::vector<NamedSet>> sets_;
  std::map<SortId, std::vector<AskedSet>> asked_;
};

}  // namespace

std::vector<Assertion> axiomsOf(Theory& theory, Lemmas lemmas) {
  return Axioms(theory).run(lemmas);
}

bool needsFiniteness(const Assertion& assertion) {
  return assertion.role != Role::background &&
         (assertion.name == "well-founded" || assertion.name == "ends" || assertion.name == "dedekind" ||
          assertion.name == "largest" || assertion.name == "ring" || assertion.name == "along");
}

}  // namespace aunit::solver::firstorder
