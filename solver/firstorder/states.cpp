#include "solver/firstorder/states.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/firstorder/rings.h"

namespace aunit::solver::firstorder {

namespace {

/// A rewritten formula; `exact`: no part was dropped.
struct StateFormula {
  FormulaId formula = 0;
  bool exact = true;
};

/// Rewrites formulas of a theory for a few moments of a timeline. This is one class, because the functions that rewrite terms,
/// formulas and closures share data: the moments, the variables, and whether the formula is negated. Before a formula that
/// mentions a closure is rewritten, the steps of the closure are rewritten, for the moments that are arguments of the closure.
class Window {
 public:
  Window(const Theory& from, const Timeline& line, States& states)
      : from_(from), all_(from.formulas), line_(line), states_(states), to_(states.theory.formulas) {
    for (std::size_t i = 0; i < from.closures.size(); ++i)
      for (const auto& [pair, symbol] : from.closures[i].predicate) closureOf_[symbol] = i;
  }

  void setMoments(int moments, bool end = false) {
    moments_ = moments;
    end_ = end;
  }

  /// Rewrites an asserted formula. A formula that mentions the start of the timeline is rewritten twice: for the case that moment
  /// 0 is the first moment, and for the case that moment 0 is a later one.
  StateFormula asserted(FormulaId f) {
    if (line_.start == Timeline::none || !mentionsStart(f)) return of(f);
    const FormulaId first = to_.predicate(states_.first, {});
    startIsFirst_ = true;
    const StateFormula here = of(f);
    startIsFirst_ = false;
    const StateFormula elsewhere = of(f);
    return {to_.both(to_.implies(first, here.formula), to_.either(first, elsewhere.formula)), here.exact && elsewhere.exact};
  }

  /// Adds the relations of another signature's order to States::spoken and States::unspoken.
  void noteOrder(const Timeline& other) {
    if (other.sort == line_.sort || other.start != Timeline::none) return;
    for (const FormulaId f : {other.first, other.next, other.less}) {
      if (all_.formula(f).kind != Kind::predicate) return;
      const auto found = symbols_.find({all_.formula(f).symbol, {}});
      if (found != symbols_.end()) (f == other.less ? states_.spoken : states_.unspoken).insert(found->second);
    }
  }

  /// Rewrites a part of the question that says "there is a moment such that ...": moment 0 stands for that moment. Returns
  /// nothing if the part does not say so (asksForMoment()).
  std::optional<FormulaId> question(FormulaId part) {
    if (!asksForMoment(part)) return std::nullopt;
    here_ = true;
    const FormulaId said = asserted(part).formula;
    here_ = false;
    return said;
  }

 private:
  // Moments of the window are 0 and above.
  static constexpr int outside = -1;  // a moment that is not in the window
  static constexpr int any = -2;      // momentOf(): the term's moment is not known

  bool isTime(SortId sort) const { return sort == line_.sort; }

  bool mentionsStart(FormulaId f) {
    const Formula& formula = all_.formula(f);
    return std::ranges::any_of(formula.terms, [&](TermId t) { return mentionsStartIn(t); }) ||
           std::ranges::any_of(formula.parts, [&](FormulaId part) { return mentionsStart(part); });
  }
  bool mentionsStartIn(TermId id) const {
    const Term& t = all_.term(id);
    return (!t.isVariable && t.symbol == line_.start) ||
           std::ranges::any_of(t.arguments, [&](TermId argument) { return mentionsStartIn(argument); });
  }
  /// Whether the formula has an existential quantifier over moments. Only existential quantifiers, conjunctions and
  /// disjunctions may be around this quantifier.
  bool asksForMoment(FormulaId id) const {
    const Formula& f = all_.formula(id);
    if (f.kind == Kind::exists && isTime(all_.sortOf(f.variable))) return true;
    return (f.kind == Kind::exists || f.kind == Kind::and_ || f.kind == Kind::or_) &&
           std::ranges::any_of(f.parts, [&](FormulaId part) { return asksForMoment(part); });
  }

  int momentOf(TermId id) const {
    const Term& t = all_.term(id);
    if (t.isVariable) {
      const auto found = momentOfVariable_.find(id);
      return found == momentOfVariable_.end() ? any : found->second;
    }
    if (t.symbol == line_.start) return startIsFirst_ ? 0 : outside;
    if (t.symbol != line_.successor) return any;
    const int before = momentOf(t.arguments[0]);
    return before < 0 ? any : before + 1 < moments_ ? before + 1 : outside;
  }

  std::optional<TermId> termOf(TermId id) {
    const Term& t = all_.term(id);
    if (t.isVariable) return variables_.at(id);
    Terms arguments;
    for (const TermId argument : t.arguments) {
      if (isTime(all_.sortOf(argument))) return std::nullopt;
      const auto made = termOf(argument);
      if (!made) return std::nullopt;
      arguments.push_back(*made);
    }
    return to_.apply(symbolFor(t.symbol, {}), std::move(arguments));
  }

  StateFormula unknown() { return {to_.truth(true), false}; }
  /// Returns the replacement for a formula that can hold only if moment 0 is not the first.
  StateFormula unlessFirst() {
    return negated_ ? unknown() : StateFormula{to_.negation(to_.predicate(states_.first, {})), false};
  }
  StateFormula truth(bool value) const { return {to_.truth(value != negated_), true}; }
  StateFormula atom(FormulaId f) { return {negated_ ? to_.negation(f) : f, true}; }

  /// Returns the term of `f` at the place where the pattern has the variable `from`; if `two`, also the term at the place of
  /// `to`. Returns nothing if `f` differs from the pattern at another place.
  std::optional<Terms> match(FormulaId pattern, const Formula& f, bool two) const {
    const Formula& p = all_.formula(pattern);
    if (p.kind != Kind::predicate || f.kind != Kind::predicate || p.symbol != f.symbol) return std::nullopt;
    Terms found(2, 0);
    for (std::size_t i = 0; i < p.terms.size(); ++i) {
      if (p.terms[i] == line_.from)
        found[0] = f.terms[i];
      else if (two && p.terms[i] == line_.to)
        found[1] = f.terms[i];
      else if (p.terms[i] != f.terms[i])
        return std::nullopt;
    }
    return found;
  }

  StateFormula atomOf(const Formula& f) {
    if (f.kind == Kind::equal && isTime(all_.sortOf(f.terms[0]))) {
      const int a = momentOf(f.terms[0]), b = momentOf(f.terms[1]);
      if (f.terms[0] == f.terms[1]) return truth(true);
      if (a == any || b == any || (a == outside && b == outside)) return unknown();
      return truth(a == b);
    }
    if (const auto of = match(line_.next, f, true)) {
      const int a = momentOf((*of)[0]), b = momentOf((*of)[1]);
      if (a >= 0 && b >= 0) return truth(b == a + 1);
      if ((a >= 0 && (a + 1 < moments_ || end_) && b == outside) || (b > 0 && a == outside)) return truth(false);
      return a == outside && b == 0 ? unlessFirst() : unknown();
    }
    if (const auto of = match(line_.less, f, true)) {
      const int a = momentOf((*of)[0]), b = momentOf((*of)[1]);
      if (end_ && a >= 0 && b == outside) return truth(false);
      if (a >= 0 && b >= 0) return truth(a < b);
      return a == outside && b == 0 ? unlessFirst() : unknown();
    }
    if (const auto of = match(line_.first, f, false)) {
      const int a = momentOf((*of)[0]);
      if (a == 0) return atom(to_.predicate(states_.first, {}));
      if (a > 0) return truth(false);
      return a == outside ? unlessFirst() : unknown();
    }
    if (const auto of = match(line_.in, f, false); of && momentOf((*of)[0]) >= 0) return truth(true);
    std::vector<int> stamp;
    Terms terms;
    for (const TermId term : f.terms) {
      if (isTime(all_.sortOf(term))) {
        stamp.push_back(momentOf(term));
        if (stamp.back() < 0) return unknown();
      } else {
        const auto made = termOf(term);
        if (!made) return unknown();
        terms.push_back(*made);
      }
    }
    if (f.kind == Kind::equal) return atom(to_.equal(terms[0], terms[1]));
    if (const auto closure = closureOf_.find(f.symbol); closure != closureOf_.end()) {
      const Sorts& sorts = from_.closures[closure->second].sorts;
      if (std::ranges::find(sorts, line_.sort) != sorts.end()) return unknown();
    }
    return atom(to_.predicate(symbolFor(f.symbol, stamp), std::move(terms)));
  }

  StateFormula of(FormulaId id) {
    to_.step();
    const Formula& f = all_.formula(id);
    switch (f.kind) {
      case Kind::true_:
      case Kind::false_: return {to_.truth(f.kind == Kind::true_), true};
      case Kind::not_: {
        negated_ = true;
        const StateFormula said = atomOf(all_.formula(f.parts[0]));
        negated_ = false;
        return said;
      }
      case Kind::predicate:
      case Kind::equal: return atomOf(f);
      case Kind::and_:
      case Kind::or_: return junction(f);
      default: return quantified(f);
    }
  }

  StateFormula junction(const Formula& f) {
    std::vector<FormulaId> parts;
    bool exact = true, decided = false;
    const bool here = here_;
    bool taken = false;
    const FormulaId deciding = to_.truth(f.kind == Kind::or_);
    for (const FormulaId part : f.parts) {
      // In a disjunction, moment 0 stands for the quantified moment of each part. In a conjunction, it can stand for the
      // quantified moment of one part only: the first part that has such a moment.
      here_ = here && (f.kind == Kind::or_ || !taken) && asksForMoment(part);
      taken = taken || here_;
      const StateFormula said = of(part);
      parts.push_back(said.formula);
      exact = exact && said.exact;
      decided = decided || (said.exact && said.formula == deciding);
    }
    here_ = here;
    const FormulaId made = f.kind == Kind::and_ ? to_.conjunction(parts) : to_.disjunction(parts);
    return {made, exact || decided};
  }

  StateFormula quantified(const Formula& f) {
    const bool all = f.kind == Kind::forAll;
    const TermId variable = f.variable;
    const FormulaId body = f.parts[0];
    const bool here = here_;
    if (all) here_ = false;
    if (!isTime(all_.sortOf(variable))) {
      const TermId made = to_.variable(sortFor(all_.sortOf(variable)));
      variables_[variable] = made;
      const StateFormula said = of(body);
      here_ = here;
      return {all ? to_.forAll(made, said.formula) : to_.exists(made, said.formula), said.exact};
    }
    const auto before = momentOfVariable_;
    std::vector<FormulaId> parts;
    bool exact = true;
    here_ = false;
    const int end = here && !all ? 1 : moments_;
    for (int moment = 0; moment < end; ++moment) {
      momentOfVariable_[variable] = moment;
      const StateFormula said = of(body);
      parts.push_back(said.formula);
      exact = exact && said.exact;
    }
    if (!here || all) {
      momentOfVariable_[variable] = outside;
      const StateFormula said = of(body);
      if (!all) parts.push_back(said.formula);
      // The translation stays exact only if moments outside the window do not matter: for them, the body of a universal
      // quantifier is always true, or the body of an existential quantifier is always false.
      const bool nothing = said.exact && said.formula == to_.truth(all);
      exact = exact && nothing;
    }
    momentOfVariable_ = before;
    here_ = here;
    return {all ? to_.conjunction(parts) : to_.disjunction(parts), exact};
  }

  SortId sortFor(SortId sort) {
    const auto [found, isNew] = sorts_.try_emplace(sort, 0);
    if (isNew) {
      found->second = static_cast<SortId>(states_.theory.sortNames.size());
      states_.theory.sortNames.push_back(from_.sortNames[sort]);
      states_.theory.signatureOf.push_back(from_.signatureOf[sort]);
    }
    return found->second;
  }

  SymbolId plainSymbol(SymbolId symbol, const std::vector<int>& stamp) {
    const Symbol& old = all_.symbols()[symbol];
    Sorts sorts;
    for (const SortId sort : old.arguments)
      if (!isTime(sort)) sorts.push_back(sortFor(sort));
    const std::string name = stamp.empty() ? old.name : fmt::format("{}_at{}", old.name, fmt::join(stamp, "_"));
    const SymbolId made = to_.symbol(name, std::move(sorts), old.result == truthSort ? truthSort : sortFor(old.result));
    if (const auto meaning = from_.meanings.find(symbol); meaning != from_.meanings.end())
      states_.theory.meanings[made] = meaning->second;
    symbols_[{symbol, stamp}] = made;
    return made;
  }

  SymbolId symbolFor(SymbolId symbol, const std::vector<int>& stamp) {
    if (const auto found = symbols_.find({symbol, stamp}); found != symbols_.end()) return found->second;
    if (const auto closure = closureOf_.find(symbol); closure != closureOf_.end()) {
      makeClosure(closure->second, stamp);
    } else if (stamp.size() == 1) {
      std::array<SymbolId, States::mostMoments> made{};
      for (std::size_t i = 0; i < States::mostMoments; ++i) made[i] = plainSymbol(symbol, {static_cast<int>(i)});
      states_.at[made[0]] = made;
      const Sorts& arguments = all_.symbols()[symbol].arguments;
      for (const SymbolId s : made)
        states_.timeArgument[s] = static_cast<std::size_t>(std::ranges::find(arguments, line_.sort) - arguments.begin());
    } else {
      plainSymbol(symbol, stamp);
    }
    return symbols_.at({symbol, stamp});
  }

  /// Makes closure `index` with the moments `stamp` in place of those parameters that are moments. If the formula of a step of
  /// the closure cannot be rewritten exactly for the window, the predicate of the closure stays undefined.
  void makeClosure(std::size_t index, const std::vector<int>& stamp) {
    const Closure& old = from_.closures[index];
    const auto make = [&](const std::vector<int>& moments) {
      Closure made;
      for (const auto& [pair, symbol] : old.predicate)
        made.predicate[{sortFor(pair.first), sortFor(pair.second)}] = plainSymbol(symbol, moments);
      for (const SortId sort : old.sorts) made.sorts.push_back(sortFor(sort));
      const auto outerMoments = momentOfVariable_;
      const auto outerVariables = variables_;
      const bool outerNegated = negated_, outerHere = here_;
      negated_ = here_ = false;
      std::size_t at = 0;
      for (const TermId parameter : old.parameters) {
        if (isTime(all_.sortOf(parameter))) {
          momentOfVariable_[parameter] = moments[at++];
        } else {
          variables_[parameter] = to_.variable(sortFor(all_.sortOf(parameter)));
          made.parameters.push_back(variables_[parameter]);
        }
      }
      bool exact = true;
      for (const auto& [pair, step] : old.steps) {
        Closure::Step said;
        said.from = variables_[step.from] = to_.variable(sortFor(pair.first));
        said.to = variables_[step.to] = to_.variable(sortFor(pair.second));
        const StateFormula formula = of(step.formula);
        exact = exact && formula.exact;
        said.formula = formula.formula;
        made.steps[{sortFor(pair.first), sortFor(pair.second)}] = said;
      }
      momentOfVariable_ = outerMoments;
      variables_ = outerVariables;
      negated_ = outerNegated;
      here_ = outerHere;
      if (exact) states_.theory.closures.push_back(std::move(made));
    };
    if (stamp.size() != 1) return make(stamp);
    // For each moment m, the closure is made once, in one window; all formulas that mention the closure at m share it. For
    // traces, this window has `mostMoments` moments. For an ordered signature, it ends with m, because m may be the last moment.
    const int moments = moments_, most = static_cast<int>(States::mostMoments);
    const bool end = std::exchange(end_, false);
    for (int moment = 0; moment < most; ++moment) {
      moments_ = line_.start == Timeline::none ? moment + 1 : most;
      make({moment});
    }
    moments_ = moments;
    end_ = end;
    for (const auto& [pair, symbol] : old.predicate) {
      std::array<SymbolId, States::mostMoments> made{};
      for (std::size_t i = 0; i < States::mostMoments; ++i) made[i] = symbols_.at({symbol, {static_cast<int>(i)}});
      states_.at[made[0]] = made;
    }
  }

  const Theory& from_;
  const Formulas& all_;
  const Timeline& line_;
  States& states_;
  Formulas& to_;
  int moments_ = 1;
  bool end_ = false;  // whether the last moment of the window is the last moment of the timeline
  bool negated_ = false, startIsFirst_ = false;
  bool here_ = false;  // whether moment 0 stands for the variable of the next existential quantifier over moments
  std::map<TermId, int> momentOfVariable_;
  std::map<TermId, TermId> variables_;
  std::map<SortId, SortId> sorts_;
  std::map<std::pair<SymbolId, std::vector<int>>, SymbolId> symbols_;
  std::map<SymbolId, std::size_t> closureOf_;
};

}  // namespace

FormulaId States::later(FormulaId id, std::size_t moment) {
  Formulas& all = theory.formulas;
  const Formula f = all.formula(id);
  std::vector<FormulaId> parts;
  for (const FormulaId part : f.parts) parts.push_back(later(part, moment));
  switch (f.kind) {
    case Kind::predicate: {
      if (f.symbol == first) return all.truth(false);
      const auto found = at.find(f.symbol);
      return found == at.end() ? id : all.predicate(found->second[moment], f.terms);
    }
    case Kind::not_: return all.negation(parts[0]);
    case Kind::and_: return all.conjunction(parts);
    case Kind::or_: return all.disjunction(parts);
    case Kind::forAll: return all.forAll(f.variable, parts[0]);
    case Kind::exists: return all.exists(f.variable, parts[0]);
    default: return id;
  }
}

void makeStates(const Theory& theory, std::size_t timeline, States& states) {
  states.first = states.theory.formulas.symbol("first_moment", {});
  Window window(theory, theory.timelines[timeline], states);
  states.mayEnd = theory.timelines[timeline].start == Timeline::none;
  Formulas& all = states.theory.formulas;
  const auto say = [&](std::size_t n, bool end, std::vector<Assertion>& moments, std::vector<FormulaId>& bad) {
    window.setMoments(static_cast<int>(n) + 1, end);
    std::set<FormulaId> seen;
    for (const Assertion& a : theory.assertions) {
      if (a.role == Assertion::Role::axiom) continue;
      // A part of the question that becomes `true` excludes nothing. It stays in the list, so that each part has the same index
      // in all windows.
      if (a.role == Assertion::Role::question)
        if (const auto asked = window.question(a.formula)) {
          bad.push_back(*asked);
          continue;  // goes only into `bad`, because it is not about every moment
        }
      const FormulaId said = window.asserted(a.formula).formula;
      const Formula whole = all.formula(said);
      for (const FormulaId part : whole.kind == Kind::and_ ? whole.parts : std::vector<FormulaId>{said})
        if (part != all.truth(true) && seen.insert(part).second) moments.push_back({part, a.role, a.span, a.name});
      if (said == all.truth(true) && n + 1 == States::mostMoments && a.role == Assertion::Role::background && a.name != "past")
        states.leftOut.push_back(a.span);
    }
    // If no part of the question asks for a moment, the first moment of a trace is bad, and each moment of an order is bad.
    if (bad.empty()) bad = {states.mayEnd ? all.truth(true) : all.predicate(states.first, {})};
  };
  // Begins with the largest window, which makes all symbols.
  for (std::size_t n = States::mostMoments; n-- != 0;) {
    say(n, false, states.moments[n], states.bad[n]);
    if (states.mayEnd) say(n, true, states.endingMoments[n], states.endingBad[n]);
  }
  for (const Timeline& other : theory.timelines) window.noteOrder(other);
  for (const Ring& ring : addRings(states.theory, states.moments[0]))
    for (const auto& [pair, step] : states.theory.closures[ring.closure].steps)
      if (all.formula(step.formula).kind == Kind::predicate) states.unspoken.insert(all.formula(step.formula).symbol);
  for (const Assertion& a : std::vector<Assertion>(states.moments[0])) {
    if (a.name != "ring") continue;
    for (std::size_t n = 1; n < States::mostMoments; ++n) states.moments[n].push_back(a);
    for (std::size_t n = 0; states.mayEnd && n < States::mostMoments; ++n) states.endingMoments[n].push_back(a);
  }
  std::ranges::sort(states.leftOut, {}, [](const model::Span& s) { return std::pair(s.file, s.begin); });
  const auto repeated = std::ranges::unique(states.leftOut);
  states.leftOut.erase(repeated.begin(), repeated.end());
  for (const FormulaId claim : theory.claims) {
    window.setMoments(1);
    const Formula whole = theory.formulas.formula(claim);
    for (const FormulaId part : whole.kind == Kind::and_ ? whole.parts : std::vector<FormulaId>{claim})
      if (const auto said = window.question(part); said && *said != states.theory.formulas.truth(true))
        states.claims.push_back(states.theory.formulas.negation(*said));
  }
  states.theory.integers = theory.integers;
}

}  // namespace aunit::solver::firstorder
