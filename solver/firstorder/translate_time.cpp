// Temporal operators, as quantifiers over the states of an infinite trace.
#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "solver/firstorder/translator.h"

namespace aunit::solver::firstorder {

using model::ExprId;
using model::Op;

/// Makes the sort of states, and axioms about their order. The natural numbers satisfy these axioms.
void Translator::makeTime() {
  theory_.exact = false;
  states_ = static_cast<SortId>(theory_.sortNames.size());
  theory_.sortNames.emplace_back("state");
  theory_.signatureOf.push_back(model::noId);
  Timeline line;
  line.sort = states_;
  line.start = all_.symbol("start", {}, states_);
  line.successor = all_.symbol("next_state", {states_}, states_);
  const SymbolId less = all_.symbol("before_state", {states_, states_});
  const TermId x = line.from = all_.variable(states_), y = line.to = all_.variable(states_), z = all_.variable(states_);
  start_ = time_ = all_.apply(line.start, {});
  line.first = all_.equal(x, start_);
  line.next = all_.equal(all_.apply(line.successor, {x}), y);
  line.less = all_.predicate(less, {x, y});
  theory_.timelines.push_back(line);
  const auto before = [&](TermId a, TermId b) { return all_.predicate(less, {a, b}); };
  const auto axiom = [&](FormulaId f) { theory_.assertions.push_back({f, Assertion::Role::axiom, {}, "time"}); };
  axiom(all_.forAll(x, all_.negation(before(x, x))));
  axiom(all_.forAll(Terms{x, y}, all_.disjunction({all_.equal(x, y), before(x, y), before(y, x)})));
  axiom(all_.forAll(Terms{x, y, z}, all_.implies(all_.both(before(x, y), before(y, z)), before(x, z))));
  axiom(all_.forAll(x, before(x, next(x))));
  axiom(all_.forAll(Terms{x, y}, all_.implies(before(x, y), all_.either(all_.equal(next(x), y), before(next(x), y)))));
  axiom(all_.forAll(x, all_.either(all_.equal(x, start_), before(start_, x))));
}

TermId Translator::next(TermId time) {
  if (time == noTerm) refuse("time", model::noId);
  return all_.apply(theory_.timelines[0].successor, {time});
}

/// Appends the current state to `tuple` if `variable`, that is, if the relation is `var`.
Terms Translator::timed(Terms tuple, bool variable) const {
  if (variable) tuple.push_back(time_);
  return tuple;
}

/// The formula `from < time < to`; if `to` is noTerm, the formula `from < time`.
FormulaId Translator::between(TermId from, TermId time, TermId to) {
  const SymbolId less = all_.formula(theory_.timelines[0].less).symbol;
  const FormulaId after = from == start_ ? all_.negation(all_.equal(time, start_)) : all_.predicate(less, {from, time});
  return to == noTerm ? after : all_.both(after, all_.predicate(less, {time, to}));
}

/// Returns a formula which says that a past operator holds in the current state. The formula uses a predicate that is false in
/// the first state. In the state after a state s, the predicate holds
/// - for `before P` if P holds in s;
/// - for `once P` if P or the predicate holds in s;
/// - for `P since Q` if Q holds in s, or both P and the predicate hold in s.
FormulaId Translator::past(Past op, const std::function<FormulaId()>& until, const std::function<FormulaId()>& held, ExprId id) {
  if (time_ == start_) return all_.truth(false);
  const TermId state = all_.variable(states_);
  const FormulaId ends = at(state, until), lasts = op == Past::since ? at(state, held) : all_.truth(op == Past::once);
  Terms parameters;
  for (const FormulaId f : {ends, lasts})
    for (const TermId v : all_.freeIn(f))
      if (v != state && std::ranges::find(parameters, v) == parameters.end()) parameters.push_back(v);
  Terms names = parameters;
  names.push_back(state);
  const std::string key =
      fmt::format("{}:{}:{}", static_cast<int>(op), all_.canonical(ends, names), all_.canonical(lasts, names));
  const auto [found, isNew] = histories_.try_emplace(key, noSymbol);
  if (isNew) {
    const SymbolId made = found->second = all_.symbol("past", all_.sortsOf(names));
    theory_.meanings[made] = {Meaning::Kind::history, id};
    const auto of = [&](TermId when) {
      Terms arguments = parameters;
      arguments.push_back(when);
      return all_.predicate(made, std::move(arguments));
    };
    const FormulaId defined = all_.iff(of(next(state)), all_.either(ends, all_.both(lasts, of(state))));
    theory_.assertions.push_back({all_.forAll(names, defined), Assertion::Role::background, model_.expr(id).span, "past"});
    theory_.assertions.push_back(
        {all_.forAll(parameters, all_.negation(of(start_))), Assertion::Role::background, model_.expr(id).span, "past"});
  }
  Terms arguments = parameters;
  arguments.push_back(time_);
  return all_.predicate(found->second, std::move(arguments));
}

FormulaId Translator::temporal(ExprId id, const Environment& environment, Polarity polarity) {
  const auto child = [&](std::uint32_t i) { return formula(model_.child(id, i), environment, polarity); };
  if (time_ == noTerm) {
    // In a theory without time, all states are alike, so these four operators mean the same as their operand. The others are
    // refused; `before`, for example, is false in the first state.
    const Op op = model_.expr(id).op;
    if (op == Op::always || op == Op::eventually || op == Op::historically || op == Op::once) return child(0);
    refuse("time", id);
  }
  const auto defining = [&](std::uint32_t i, bool negated) {
    return [this, id, i, negated, environment] {
      const FormulaId f = formula(model_.child(id, i), environment, Polarity::both);
      return negated ? all_.negation(f) : f;
    };
  };
  /// If `all`: `said` holds in all states from now on. Otherwise: in at least one of these states.
  const auto later = [&](bool all, const std::function<FormulaId(TermId)>& said) {
    const TermId now = time_, state = all_.variable(states_);
    inScope_.push_back(state);
    const FormulaId then = at(state, [&] { return said(state); });
    inScope_.pop_back();
    const FormulaId here = now == start_ ? all_.truth(all) : said(now);
    const FormulaId isLater = now == start_ ? all_.truth(true) : between(now, state, noTerm);
    return all ? all_.both(here, all_.forAll(state, all_.implies(isLater, then)))
               : all_.either(here, all_.exists(state, all_.both(isLater, then)));
  };
  /// Like `later`, for the states from `now` to the state before `to`.
  const auto meanwhile = [&](bool all, TermId now, TermId to) {
    if (now == to) return all_.truth(all);
    const TermId state = all_.variable(states_);
    const FormulaId isWithin = between(now, state, to);
    inScope_.push_back(state);
    const FormulaId then = at(state, [&] { return child(0); });
    inScope_.pop_back();
    const FormulaId here = at(now, [&] { return child(0); });
    return all ? all_.both(here, all_.forAll(state, all_.implies(isWithin, then)))
               : all_.either(here, all_.exists(state, all_.both(isWithin, then)));
  };
  switch (model_.expr(id).op) {
    case Op::after: return at(next(time_), [&] { return child(0); });
    case Op::always: return later(true, [&](TermId) { return child(0); });
    case Op::eventually: return later(false, [&](TermId) { return child(0); });
    case Op::until:
    case Op::releases: {
      const bool all = model_.expr(id).op == Op::releases;
      const TermId now = time_, state = all_.variable(states_);
      inScope_.push_back(state);
      const FormulaId then = at(state, [&] { return child(1); });
      inScope_.pop_back();
      const FormulaId here = child(1), isLater = between(now, state, noTerm), until = meanwhile(!all, now, state);
      return all ? all_.both(here, all_.forAll(state, all_.disjunction({all_.negation(isLater), then, until})))
                 : all_.either(here, all_.exists(state, all_.conjunction({isLater, then, until})));
    }
    case Op::before: return past(Past::before, defining(0, false), {}, id);
    case Op::once: return all_.either(child(0), past(Past::once, defining(0, false), {}, id));
    case Op::historically: return all_.both(child(0), all_.negation(past(Past::once, defining(0, true), {}, id)));
    case Op::since:
      return all_.either(child(1), all_.both(child(0), past(Past::since, defining(1, false), defining(0, false), id)));
    default:
      return all_.both(child(1),
                       all_.either(child(0), all_.negation(past(Past::since, defining(1, true), defining(0, true), id))));
  }
}

}  // namespace aunit::solver::firstorder
