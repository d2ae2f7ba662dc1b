#include "structure.h"

#include <algorithm>

namespace aunit::solver::testing_ {

using firstorder::Closure;
using firstorder::Formula;
using firstorder::FormulaId;
using firstorder::Meaning;
using firstorder::SortId;
using firstorder::SymbolId;
using firstorder::TermId;
using model::Atom;

Structure::Structure(const model::Model& model, const firstorder::Theory& theory, const model::Instance& instance)
    : model_(model), theory_(theory), instance_(instance) {
  const model::Universe& universe = *instance.universe;
  for (SortId sort = 0; sort < theory.sortNames.size(); ++sort) {
    std::vector<Atom> all;
    if (theory.signatureOf[sort] == model::builtin::integers) {
      for (Atom a = universe.firstInt(); a < universe.size(); ++a) all.push_back(a);
    } else {
      for (const model::State& state : instance.states)
        for (const Atom a : state.sigs[theory.signatureOf[sort]].atoms())
          if (std::ranges::find(all, a) == all.end()) all.push_back(a);
    }
    if (all.empty()) all.push_back(universe.size() + sort);  // an atom of no signature
    elements_.push_back(std::move(all));
  }
  for (std::size_t i = 0; i < theory.closures.size(); ++i)
    for (const auto& [pair, symbol] : theory.closures[i].predicate) closures_[symbol] = i;
}

Structure::Structure(const model::Model& model, const firstorder::States& states, const model::Instance& instance,
                     std::vector<Atom> moments, bool isFirst)
    : Structure(model, states.theory, instance) {
  states_ = &states;
  moments_ = std::move(moments);
  isFirst_ = isFirst;
  for (const auto& [now, symbols] : states.at)
    for (std::size_t i = 0; i < symbols.size(); ++i) momentOf_[symbols[i]] = i;
}

bool Structure::inRelation(const Meaning& meaning, std::vector<Atom> tuple, SymbolId symbol) const {
  const model::Universe& universe = *instance_.universe;
  std::size_t state = 0;
  if (const auto moment = momentOf_.find(symbol); moment != momentOf_.end()) {
    const bool variable = meaning.kind == Meaning::Kind::field ? model_.field(meaning.id).isVar : model_.sig(meaning.id).isVar;
    if (variable)
      state = moments_[moment->second];
    else
      tuple.insert(tuple.begin() + static_cast<std::ptrdiff_t>(states_->timeArgument.at(symbol)), moments_[moment->second]);
  }
  if (std::ranges::any_of(tuple, [&](Atom a) { return a >= universe.size(); })) return false;
  if (meaning.kind == Meaning::Kind::field) return instance_.states[state].fields[meaning.id].contains(tuple);
  if (meaning.kind == Meaning::Kind::nextInt) return tuple[1] == tuple[0] + 1;
  if (meaning.id == model::builtin::integers) return universe.isInt(tuple[0]);
  if (meaning.id == model::builtin::seqInt)
    return universe.isInt(tuple[0]) && universe.intValue(tuple[0]) >= 0 && universe.intValue(tuple[0]) < instance_.maxSequence;
  return instance_.states[state].sigs[meaning.id].contains(tuple);
}

Atom Structure::integer(std::int32_t value) const {
  const model::Universe& universe = *instance_.universe;
  const std::int32_t modulus = std::int32_t{1} << universe.bitwidth();
  return universe.intAtom(((value - universe.minInt()) % modulus + modulus) % modulus + universe.minInt());
}

/// The number of tuples that the symbol counts.
Atom Structure::number(const firstorder::Theory::Number& number, const std::vector<Atom>& parameters) {
  if (instance_.universe->bitwidth() == 0) return unknownAtom;
  Values values;
  for (std::size_t i = 0; i < parameters.size(); ++i) values[number.parameters[i]] = parameters[i];
  std::vector<std::size_t> at(number.tuple.size(), 0);
  std::int32_t count = 0;
  while (true) {
    for (std::size_t i = 0; i < at.size(); ++i)
      values[number.tuple[i]] = elements(theory_.formulas.sortOf(number.tuple[i]))[at[i]];
    const Truth truthOfOne = truth(number.member, values);
    if (truthOfOne == Truth::unknown) return unknownAtom;
    count += truthOfOne == Truth::true_ ? 1 : 0;
    std::size_t place = 0;
    for (; place < at.size(); ++place) {
      if (++at[place] < elements(theory_.formulas.sortOf(number.tuple[place])).size()) break;
      at[place] = 0;
    }
    if (place == at.size()) return integer(count);
  }
}

/// Whether the path from the first atom reaches the second atom before the third.
Truth Structure::between(std::size_t index, const std::vector<Atom>& atoms) {
  if (atoms[0] == atoms[1] || atoms[1] == atoms[2] || atoms[0] == atoms[2]) return Truth::false_;
  const Closure& closure = theory_.closures[index];
  const auto& step = closure.steps.begin()->second;
  Atom at = atoms[0];
  for (std::size_t steps = 0; steps < elements(closure.sorts[0]).size(); ++steps) {
    const auto& all = elements(closure.sorts[0]);
    const auto next = std::ranges::find_if(all, [&](Atom b) {
      Values values = {{step.from, at}, {step.to, b}};
      return truth(step.formula, values) == Truth::true_;
    });
    if (next == all.end() || *next == atoms[2]) return Truth::false_;
    if (*next == atoms[1]) return Truth::true_;
    at = *next;
  }
  return Truth::false_;
}

Atom Structure::value(TermId id, const Values& values) {
  const firstorder::Term& t = theory_.formulas.term(id);
  if (t.isVariable) return values.at(id);
  const auto meaning = theory_.meanings.find(t.symbol);
  if (meaning == theory_.meanings.end()) {
    const auto counted = std::ranges::find(theory_.numbers, t.symbol, &firstorder::Theory::Number::symbol);
    if (counted == theory_.numbers.end()) return unknownAtom;
    std::vector<Atom> parameters;
    for (const TermId argument : t.arguments) {
      parameters.push_back(value(argument, values));
      if (parameters.back() == unknownAtom) return unknownAtom;
    }
    return number(*counted, parameters);
  }
  std::vector<Atom> tuple;
  for (const TermId argument : t.arguments) {
    tuple.push_back(value(argument, values));
    if (tuple.back() == unknownAtom) return unknownAtom;
  }
  if (meaning->second.kind == Meaning::Kind::literal) {
    if (instance_.universe->bitwidth() == 0) return elements(t.sort)[0];
    return integer(static_cast<std::int32_t>(meaning->second.id));
  }
  tuple.push_back(0);
  for (const Atom a : elements(t.sort)) {
    tuple.back() = a;
    if (inRelation(meaning->second, tuple, t.symbol)) return a;
  }
  return elements(t.sort)[0];  // any value, since the field is undefined there
}

Truth Structure::of(FormulaId formula) {
  Values none;
  return truth(formula, none);
}

namespace {

Truth negated(Truth t) {
  return t == Truth::unknown ? t : t == Truth::true_ ? Truth::false_ : Truth::true_;
}

}  // namespace

Truth Structure::truth(FormulaId id, Values& values) {
  const Formula& f = theory_.formulas.formula(id);
  switch (f.kind) {
    case firstorder::Kind::true_: return Truth::true_;
    case firstorder::Kind::false_: return Truth::false_;
    case firstorder::Kind::not_: return negated(truth(f.parts[0], values));
    case firstorder::Kind::equal: {
      const Atom a = value(f.terms[0], values), b = value(f.terms[1], values);
      return a == unknownAtom || b == unknownAtom ? Truth::unknown : a == b ? Truth::true_ : Truth::false_;
    }
    case firstorder::Kind::predicate: return predicate(f, values);
    default: break;
  }
  const bool all = f.kind == firstorder::Kind::and_ || f.kind == firstorder::Kind::forAll;
  const Truth decides = all ? Truth::false_ : Truth::true_;
  Truth result = negated(decides);
  const auto take = [&](Truth t) {
    if (t == Truth::unknown && result != decides) result = t;
    if (t == decides) result = t;
  };
  if (f.kind == firstorder::Kind::and_ || f.kind == firstorder::Kind::or_) {
    for (const FormulaId part : f.parts)
      if (result != decides) take(truth(part, values));
    return result;
  }
  const auto before = values.find(f.variable);
  const Atom old = before == values.end() ? unknownAtom : before->second;
  for (const Atom a : elements(theory_.formulas.sortOf(f.variable))) {
    if (result == decides) break;
    values[f.variable] = a;
    take(truth(f.parts[0], values));
  }
  if (old == unknownAtom)
    values.erase(f.variable);
  else
    values[f.variable] = old;
  return result;
}

Truth Structure::predicate(const Formula& f, Values& values) {
  std::vector<Atom> tuple;
  for (const TermId term : f.terms) {
    tuple.push_back(value(term, values));
    if (tuple.back() == unknownAtom) return Truth::unknown;
  }
  if (const auto closure = closures_.find(f.symbol); closure != closures_.end())
    return closed(theory_.closures[closure->second], f.symbol, tuple);
  const auto meaning = theory_.meanings.find(f.symbol);
  if (f.symbol == theory_.less && theory_.less != firstorder::Timeline::none) {
    const model::Universe& universe = *instance_.universe;
    if (!std::ranges::all_of(tuple, [&](Atom a) { return universe.isInt(a); })) return Truth::unknown;
    return universe.intValue(tuple[0]) < universe.intValue(tuple[1]) ? Truth::true_ : Truth::false_;
  }
  if (meaning != theory_.meanings.end() && meaning->second.kind == Meaning::Kind::between)
    return between(meaning->second.id, tuple);
  if (states_ != nullptr && f.symbol == states_->first) return isFirst_ ? Truth::true_ : Truth::false_;
  if (meaning == theory_.meanings.end() || meaning->second.kind == Meaning::Kind::history) return Truth::unknown;
  if (const auto moment = momentOf_.find(f.symbol); moment != momentOf_.end() && moment->second >= moments_.size())
    return Truth::unknown;
  // Relations between two moments have no known meaning here.
  const bool ofMoment =
      momentOf_.contains(f.symbol) && meaning->second.kind == Meaning::Kind::field && !model_.field(meaning->second.id).isVar;
  if (meaning->second.kind == Meaning::Kind::field &&
      tuple.size() + (ofMoment ? 1 : 0) != static_cast<std::size_t>(model_.field(meaning->second.id).arity))
    return Truth::unknown;
  return inRelation(meaning->second, tuple, f.symbol) ? Truth::true_ : Truth::false_;
}

Truth Structure::closed(const Closure& closure, SymbolId symbol, const std::vector<Atom>& arguments) {
  const std::vector<Atom> parameters(arguments.begin(), arguments.end() - 2);
  const Key key = {closures_.at(symbol), parameters};
  if (!isUnknown_.contains(key)) {
    std::map<std::pair<Atom, Atom>, bool> reach;
    bool unknown = false;
    std::vector<Atom> all;
    for (const SortId sort : closure.sorts) all.insert(all.end(), elements(sort).begin(), elements(sort).end());
    for (const auto& [pair, step] : closure.steps)
      for (const Atom a : elements(pair.first))
        for (const Atom b : elements(pair.second)) {
          Values values;
          for (std::size_t i = 0; i < parameters.size(); ++i) values[closure.parameters[i]] = parameters[i];
          values[step.from] = a;
          values[step.to] = b;
          const Truth t = truth(step.formula, values);
          unknown = unknown || t == Truth::unknown;
          if (t == Truth::true_) reach[{a, b}] = true;
        }
    for (const Atom m : all)
      for (const Atom a : all)
        for (const Atom b : all)
          if (reach.contains({a, m}) && reach.contains({m, b})) reach[{a, b}] = true;
    known_[key] = std::move(reach);
    isUnknown_[key] = unknown;
  }
  if (isUnknown_[key]) return Truth::unknown;
  return known_[key].contains({arguments[arguments.size() - 2], arguments.back()}) ? Truth::true_ : Truth::false_;
}

}  // namespace aunit::solver::testing_
