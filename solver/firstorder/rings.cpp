#include "solver/firstorder/rings.h"

#include <algorithm>

#include "solver/firstorder/stated_formulas.h"

namespace aunit::solver::firstorder {

namespace {

/// Recognises rings, and adds lemmas about them. This is one class, because all formulas about a closure are over the same step,
/// set and four variables, which each function would otherwise take as arguments.
class Rings {
 public:
  Rings(Theory& theory, std::vector<Assertion>& assertions)
      : theory_(theory), all_(theory.formulas), assertions_(assertions), said_(theory.formulas, assertions) {}

  std::vector<Ring> run() {
    std::vector<Ring> rings;
    for (std::size_t index = 0; index < theory_.closures.size(); ++index) {
      const Closure closure = theory_.closures[index];
      if (!closure.parameters.empty() || closure.sorts.size() != 1 || closure.steps.empty()) continue;
      use(closure);
      for (SymbolId set = 0; set < all_.symbols().size(); ++set) {
        const auto meaning = theory_.meanings.find(set);
        if (meaning == theory_.meanings.end() || meaning->second.kind != Meaning::Kind::signature ||
            all_.symbols()[set].arguments != Sorts{sort_} || all_.symbols()[set].result != truthSort)
          continue;
        set_ = set;
        if (!allReachAll()) continue;
        rings.push_back(ring(index));
        break;
      }
    }
    return rings;
  }

 private:
  void use(const Closure& closure) {
    sort_ = closure.sorts[0];
    reaches_ = closure.predicate.begin()->second;
    step_ = closure.steps.begin()->second;
    x_ = all_.variable(sort_);
    y_ = all_.variable(sort_);
    z_ = all_.variable(sort_);
    w_ = all_.variable(sort_);
  }

  FormulaId in(TermId t) { return all_.predicate(set_, {t}); }
  FormulaId next(TermId a, TermId b) { return all_.substitute(step_.formula, {{step_.from, a}, {step_.to, b}}); }
  FormulaId different(TermId a, TermId b) { return all_.negation(all_.equal(a, b)); }
  FormulaId between(TermId a, TermId b, TermId c) { return all_.predicate(between_, {a, b, c}); }

  /// Whether assertions state that each atom of the set reaches all atoms of the set, by `^` or `*`. `*` suffices: each atom has
  /// a successor in the set, so a single atom is its own successor.
  bool allReachAll() {
    for (const bool orItself : {false, true})
      for (const bool forwards : {false, true}) {
        const FormulaId reached = all_.predicate(reaches_, {x_, y_});
        const FormulaId says = orItself ? all_.either(reached, all_.both(all_.equal(x_, y_), in(x_))) : reached;
        const TermId a = forwards ? x_ : y_, b = forwards ? y_ : x_;
        if (said_.contain(all_.forAll(a, all_.implies(in(a), all_.forAll(b, all_.implies(in(b), says)))))) return true;
      }
    return false;
  }

  /// A formula that is true if each atom of the set has exactly one successor, which is also in the set, and no other atom has a
  /// successor. Omits the parts that the assertions state.
  FormulaId oneEach() {
    const auto ofSet = [&](FormulaId f) { return all_.forAll(x_, all_.implies(in(x_), f)); };
    const FormulaId from = all_.forAll(Terms{x_, y_}, all_.implies(next(x_, y_), in(x_)));
    const FormulaId to = all_.forAll(y_, all_.implies(next(x_, y_), in(y_)));
    const FormulaId within = all_.forAll(Terms{x_, y_}, all_.implies(next(x_, y_), all_.both(in(x_), in(y_))));
    const FormulaId some = all_.forAll(x_, all_.implies(in(x_), all_.exists(y_, all_.both(in(y_), next(x_, y_)))));
    const FormulaId same = all_.implies(next(x_, z_), all_.equal(y_, z_));
    const FormulaId lone = all_.forAll(Terms{x_, y_, z_}, all_.implies(next(x_, y_), same));
    const FormulaId loneOfSet = all_.forAll(y_, all_.implies(next(x_, y_), all_.forAll(z_, same)));
    const bool staysWithin =
        said_.contain(within) || said_.containAll({from, all_.forAll(x_, to)}) || said_.containAll({from, ofSet(to)});
    std::vector<FormulaId> open;
    if (!staysWithin) open.push_back(within);
    if (!said_.contain(some) && !(staysWithin && said_.contain(ofSet(all_.exists(y_, next(x_, y_)))))) open.push_back(some);
    if (!said_.contain(lone) && !(staysWithin && said_.contain(ofSet(loneOfSet)))) open.push_back(lone);
    return all_.conjunction(open);
  }

  void add(const Terms& variables, FormulaId f) {
    const FormulaId whole = all_.simplified(all_.implies(isRing_, all_.forAll(variables, f)));
    if (whole != all_.truth(true)) assertions_.push_back({whole, Assertion::Role::lemma, {}, "ring"});
  }

  Ring ring(std::size_t index) {
    between_ = all_.symbol("between", {sort_, sort_, sort_});
    theory_.meanings[between_] = {Meaning::Kind::between, static_cast<std::uint32_t>(index)};
    isRing_ = oneEach();
    const TermId x = x_, y = y_, z = z_, w = w_;
    const FormulaId three = all_.conjunction({in(x), in(y), in(z), different(x, y), different(y, z), different(x, z)});
    add({x, y, z}, all_.implies(between(x, y, z), three));
    add({x, y, z}, all_.implies(between(x, y, z), between(y, z, x)));
    add({w, x, y, z}, all_.implies(all_.both(between(w, x, y), between(w, y, z)), between(w, x, z)));
    add({x, y, z}, all_.implies(between(x, y, z), all_.negation(between(x, z, y))));
    add({x, y, z}, all_.implies(three, all_.either(between(x, y, z), between(x, z, y))));
    add({x, y, z}, all_.implies(next(x, y), all_.negation(between(x, z, y))));
    add({x, y}, all_.implies(all_.both(next(x, x), in(y)), all_.equal(x, y)));
    // Each atom has a predecessor.
    add({y}, all_.implies(in(y), all_.exists(x, next(x, y))));
    add({x, y, z}, all_.implies(all_.both(next(x, z), next(y, z)), all_.equal(x, y)));
    add({x, y}, all_.iff(all_.predicate(reaches_, {x, y}), all_.both(in(x), in(y))));
    Ring ring{between_, index, {}};
    for (std::size_t other = 0; other < theory_.closures.size(); ++other)
      if ((other == index || defineAsPart(theory_.closures[other])) && isRing_ == all_.truth(true)) ring.defined.push_back(other);
    theory_.rings.push_back({step_.from, step_.to, step_.formula, isRing_, between_, ring.defined});
    return ring;
  }

  /// Defines the closure of a part of the ring's relation: from an atom, it reaches the atoms along the ring up to the first
  /// missing step. Returns false if `part` is no such closure.
  bool defineAsPart(const Closure& part) {
    if (part.sorts != Sorts{sort_} || part.steps.empty()) return false;
    const Closure::Step step = part.steps.begin()->second;
    const FormulaId whole = all_.substitute(step.formula, {{step.from, x_}, {step.to, y_}});
    // `needed`: the conditions of the ring's own step; `rest`: the other conditions of a step of `part`.
    const std::vector<FormulaId> needed = partsOf(next(x_, y_));
    std::vector<FormulaId> rest = {in(x_), in(y_)};
    std::size_t found = 0;
    for (const FormulaId f : partsOf(whole)) {
      const bool isNeeded = std::ranges::find(needed, f) != needed.end();
      found += isNeeded ? 1 : 0;
      if (!isNeeded) rest.push_back(f);
    }
    if (found != needed.size()) return false;
    std::vector<FormulaId> ofFirst, ofSecond, ofBoth;
    for (const FormulaId f : partsOf(all_.simplified(all_.conjunction(rest)))) {
      if (f == in(x_) || f == in(y_)) continue;
      (!all_.occursFree(y_, f) ? ofFirst : !all_.occursFree(x_, f) ? ofSecond : ofBoth).push_back(f);
    }
    // `out`: `part` contains the ring's step that starts at z; `into`: `part` contains the ring's step that ends at z.
    const auto at = [&](const std::vector<FormulaId>& parts, TermId of) {
      return all_.substitute(all_.conjunction(parts), {{of, z_}});
    };
    FormulaId out = at(ofFirst, x_);
    if (!ofBoth.empty()) {
      const FormulaId both = all_.both(next(x_, y_), all_.conjunction(ofBoth));
      out = all_.both(out, all_.substitute(all_.exists(y_, both), {{x_, z_}}));
    }
    const FormulaId into = at(ofSecond, y_);
    const FormulaId onTheWay = between(x_, z_, y_);
    const FormulaId way = all_.conjunction({all_.forAll(z_, all_.implies(onTheWay, all_.both(out, into))),
                                            all_.substitute(out, {{z_, x_}}), all_.substitute(into, {{z_, y_}})});
    const FormulaId round = all_.forAll(z_, all_.implies(in(z_), all_.both(out, into)));
    Terms arguments = part.parameters;
    arguments.insert(arguments.end(), {x_, y_});
    const FormulaId reached = all_.predicate(part.predicate.begin()->second, arguments);
    Terms variables = part.parameters;
    variables.insert(variables.end(), {x_, y_});
    add(variables, all_.implies(reached, all_.both(in(x_), in(y_))));
    add(variables, all_.implies(all_.conjunction({in(x_), in(y_), different(x_, y_)}), all_.iff(reached, way)));
    const FormulaId itself = all_.substitute(reached, {{y_, x_}});
    Terms one = part.parameters;
    one.push_back(x_);
    add(one, all_.implies(in(x_), all_.iff(itself, round)));
    return true;
  }

  std::vector<FormulaId> partsOf(FormulaId f) const {
    const Formula& formula = all_.formula(f);
    return formula.kind == Kind::and_ ? formula.parts : std::vector<FormulaId>{f};
  }

  Theory& theory_;
  Formulas& all_;
  std::vector<Assertion>& assertions_;
  StatedFormulas said_;
  // The closure and the set that are examined.
  SortId sort_ = 0;
  SymbolId reaches_ = 0, set_ = 0, between_ = 0;
  Closure::Step step_;
  FormulaId isRing_ = 0;
  TermId x_ = 0, y_ = 0, z_ = 0, w_ = 0;
};

}  // namespace

std::vector<Ring> addRings(Theory& theory, std::vector<Assertion>& assertions) {
  return Rings(theory, assertions).run();
}

}  // namespace aunit::solver::firstorder
