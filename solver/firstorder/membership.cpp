// Translates "a tuple of terms is in a relation" to formulas of first-order logic.
#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/firstorder/translator.h"

namespace aunit::solver::firstorder {

using model::ExprId;
using model::Op;

FormulaId Translator::memberOfVariable(ExprId id, const Terms& tuple, const Environment& environment) {
  const Binding& binding = bindingOf(id, environment);
  if (binding.kind == Binding::Kind::atom) return all_.equal(tuple[0], binding.term);
  if (binding.kind == Binding::Kind::expression) return member(binding.expression, tuple, Environment(binding.environment));
  const auto symbol = binding.symbols.find(all_.sortsOf(tuple));
  if (symbol == binding.symbols.end()) return all_.truth(false);
  Terms arguments = binding.parameters;
  arguments.insert(arguments.end(), tuple.begin(), tuple.end());
  return all_.predicate(symbol->second, std::move(arguments));
}

FormulaId Translator::memberOfJoin(ExprId id, const Terms& tuple, const Environment& environment) {
  const ExprId left = model_.child(id, 0), right = model_.child(id, 1);
  const auto split = static_cast<std::ptrdiff_t>(model_.expr(left).arity - 1);
  const Sorts sorts = all_.sortsOf(tuple);
  std::set<SortId> lasts, firsts;
  for (const Sorts& a : sortsOf(left, environment))
    if (std::equal(a.begin(), a.end() - 1, sorts.begin(), sorts.begin() + split)) lasts.insert(a.back());
  for (const Sorts& b : sortsOf(right, environment))
    if (std::equal(b.begin() + 1, b.end(), sorts.begin() + split, sorts.end())) firsts.insert(b.front());
  std::vector<FormulaId> ways;
  for (const SortId sort : lasts) {
    if (!firsts.contains(sort)) continue;
    const TermId middle = all_.variable(sort);
    Terms first(tuple.begin(), tuple.begin() + split), second = {middle};
    first.push_back(middle);
    second.insert(second.end(), tuple.begin() + split, tuple.end());
    ways.push_back(all_.exists(middle, all_.both(member(left, first, environment), member(right, second, environment))));
  }
  return all_.disjunction(ways);
}

FormulaId Translator::memberOfOverride(ExprId id, const Terms& tuple, const Environment& environment) {
  const ExprId old = model_.child(id, 0), over = model_.child(id, 1);
  std::vector<FormulaId> covered;
  for (const Sorts& sorts : sortsOf(over, environment)) {
    if (sorts.front() != all_.sortOf(tuple.front())) continue;
    Terms other = variablesFor(sorts);
    const Terms rest(other.begin() + 1, other.end());
    other.front() = tuple.front();
    covered.push_back(all_.exists(rest, member(over, other, environment)));
  }
  return all_.either(member(over, tuple, environment),
                     all_.both(member(old, tuple, environment), all_.negation(all_.disjunction(covered))));
}

FormulaId Translator::memberOfComprehension(ExprId id, const Terms& tuple, const Environment& environment) {
  std::vector<FormulaId> parts;
  Environment inner = environment;
  std::size_t at = 0;
  for (const model::Decl& decl : model_.decls(id)) {
    if (decl.illFormed || decl.multiplicity != model::Multiplicity::one || model_.expr(decl.bound).arity != 1)
      refuse("a comprehension over relations", id);
    const Environment outer = inner;
    const std::size_t first = at;
    for (std::uint32_t k = 0; k < decl.variableCount; ++k, ++at) {
      const FormulaId inBound = member(decl.bound, {tuple[at]}, outer);
      if (inBound == all_.truth(false)) return inBound;
      parts.push_back(inBound);
      for (std::size_t other = first; decl.disjoint && other < at; ++other)
        parts.push_back(all_.negation(all_.equal(tuple[at], tuple[other])));
      inner = bindAtom(inner, decl.firstVariable + k, tuple[at]);
    }
  }
  parts.push_back(formula(model_.child(id, 0), inner, Polarity::both));
  return all_.conjunction(parts);
}

/// Whether a tuple is in the transitive closure of the relation `step`.
FormulaId Translator::memberOfClosure(ExprId step, const Terms& tuple, const Environment& environment) {
  const SortTuples pairs = sortsOf(step, environment);
  std::set<SortId> sorts;
  for (const Sorts& pair : pairs) sorts.insert(pair.begin(), pair.end());
  if (!sorts.contains(all_.sortOf(tuple[0])) || !sorts.contains(all_.sortOf(tuple[1]))) return all_.truth(false);
  Closure closure;
  closure.sorts.assign(sorts.begin(), sorts.end());
  Terms& parameters = closure.parameters;
  const TermId now = time_;
  if (now != noTerm) time_ = all_.variable(states_);  // the closure is defined for every state
  const TermId anyTime = time_;
  for (const Sorts& pair : pairs) {
    const TermId from = all_.variable(pair[0]), to = all_.variable(pair[1]);
    const FormulaId holds = all_.simplified(member(step, {from, to}, environment));
    if (holds == all_.truth(false)) continue;
    closure.steps[{pair[0], pair[1]}] = {from, to, holds};
    for (const TermId v : all_.freeIn(holds))
      if (v != from && v != to && std::ranges::find(parameters, v) == parameters.end()) parameters.push_back(v);
  }
  time_ = now;
  if (closure.steps.empty()) return all_.truth(false);
  const auto key = [&](bool transposed) {
    std::vector<std::string> texts;
    for (const auto& [pair, s] : closure.steps) {
      Terms names = parameters;
      names.push_back(transposed ? s.to : s.from);
      names.push_back(transposed ? s.from : s.to);
      texts.push_back(fmt::format("{}>{}:{}", transposed ? pair.second : pair.first, transposed ? pair.first : pair.second,
                                  all_.canonical(s.formula, names)));
    }
    std::ranges::sort(texts);
    return fmt::format("{}", fmt::join(texts, "|"));
  };
  auto found = closures_.find(key(false));
  bool transposed = false;
  if (found == closures_.end()) {
    found = closures_.find(key(true));  // the closure of a transposed relation is the closure's transpose
    transposed = found != closures_.end();
  }
  if (found == closures_.end()) {
    Sorts arguments = all_.sortsOf(parameters);
    for (const SortId a : sorts)
      for (const SortId b : sorts) {
        Sorts whole = arguments;
        whole.insert(whole.end(), {a, b});
        closure.predicate[{a, b}] = all_.symbol(fmt::format("tc{}", theory_.closures.size()), whole);
      }
    found = closures_.emplace(key(false), theory_.closures.size()).first;
    theory_.closures.push_back(closure);
  }
  Terms arguments = parameters;
  std::ranges::replace(arguments, anyTime, now);
  const TermId from = transposed ? tuple[1] : tuple[0], to = transposed ? tuple[0] : tuple[1];
  arguments.insert(arguments.end(), {from, to});
  const Closure& known = theory_.closures[found->second];
  return all_.predicate(known.predicate.at({all_.sortOf(from), all_.sortOf(to)}), std::move(arguments));
}

/// A formula that is true if the tuple is the atom of an integer: the value of the child of `id`. Equal literals have the same
/// atom.
FormulaId Translator::memberOfInteger(ExprId id, const Terms& tuple, const Environment& environment) {
  std::int32_t value = 0;
  if (problem_.scope.bitwidth != 0 && constantOf(model_.child(id, 0), environment, value)) {
    const auto [found, isNew] = literals_.try_emplace(value, noSymbol);
    theory_.integers = true;
    theory_.exact = false;
    if (isNew) {
      found->second =
          all_.symbol(fmt::format("int_{}{}", value < 0 ? "minus" : "", std::abs(std::int64_t{value})), {}, integers_);
      theory_.meanings[found->second] = {Meaning::Kind::literal, static_cast<std::uint32_t>(value)};
    }
    return all_.both(guard(tuple[0]), all_.equal(tuple[0], all_.apply(found->second, {})));
  }
  return all_.both(guard(tuple[0]), abstraction(id, tuple, environment));
}

void Translator::addFree(ExprId id, const Environment& environment, Terms& variables, std::string& key) {
  const model::Expr& e = model_.expr(id);
  if (e.op == Op::variable) {
    for (const Frame* frame = environment.get(); frame != nullptr; frame = frame->outer.get()) {
      if (frame->variable != e.payload) continue;
      const Binding& b = frame->binding;
      if (b.kind == Binding::Kind::expression) {
        key += fmt::format("[{}", b.expression);
        addFree(b.expression, Environment(b.environment), variables, key);
        key += "]";
      } else if (b.kind == Binding::Kind::relation) {
        for (const auto& [sorts, symbol] : b.symbols) key += fmt::format("r{}", symbol);
        for (const TermId parameter : b.parameters) {
          all_.addVariablesOf(parameter, variables);
          key += fmt::format("v{}", parameter);
        }
      } else {
        all_.addVariablesOf(b.term, variables);
        key += fmt::format("v{}", b.term);
      }
      break;
    }
  }
  for (const ExprId child : model_.children(id)) addFree(child, environment, variables, key);
  for (const model::Decl& decl : model_.decls(id)) addFree(decl.bound, environment, variables, key);
}

FormulaId Translator::abstraction(ExprId id, const Terms& tuple, const Environment& environment, ExprId also) {
  theory_.integers = true;
  theory_.exact = false;
  Terms variables;
  std::string key = fmt::format("{}:", id);
  addFree(id, environment, variables, key);
  if (also != model::noId) {
    key += fmt::format("&{}:", also);
    addFree(also, environment, variables, key);
  }
  Terms arguments = variables;
  arguments.insert(arguments.end(), tuple.begin(), tuple.end());
  for (const SortId sort : all_.sortsOf(tuple)) key += fmt::format(",{}", sort);
  if (time_ != noTerm) arguments.push_back(time_);
  const auto [found, isNew] = abstractions_.try_emplace(key, noSymbol);
  if (isNew) found->second = all_.symbol("abstract", all_.sortsOf(arguments));
  return all_.predicate(found->second, std::move(arguments));
}

FormulaId Translator::member(ExprId id, const Terms& tuple, const Environment& environment) {
  const model::Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return member(model_.child(id, i), tuple, environment); };
  const auto equalAtoms = [&] { return all_.both(all_.equal(tuple[0], tuple[1]), guard(tuple[0])); };
  const auto memberOf = [&](std::uint32_t i, std::size_t from, std::size_t count) {
    const auto begin = tuple.begin() + static_cast<std::ptrdiff_t>(from);
    return member(model_.child(id, i), Terms(begin, begin + static_cast<std::ptrdiff_t>(count)), environment);
  };
  switch (e.op) {
    case Op::sig: return inSignature(e.payload, tuple[0]);
    case Op::field: return inField(e.payload, tuple);
    case Op::variable: return memberOfVariable(id, tuple, environment);
    case Op::iden: return all_.sortOf(tuple[0]) == all_.sortOf(tuple[1]) ? equalAtoms() : all_.truth(false);
    case Op::union_: return all_.either(child(0), child(1));
    case Op::difference: return all_.both(child(0), all_.negation(child(1)));
    case Op::intersection: return all_.both(child(0), child(1));
    case Op::override_: return memberOfOverride(id, tuple, environment);
    case Op::product: {
      const std::size_t split = model_.expr(model_.child(id, 0)).arity;
      return all_.both(memberOf(0, 0, split), memberOf(1, split, tuple.size() - split));
    }
    case Op::seqBound: return all_.both(inSignature(model::builtin::seqInt, tuple[0]), memberOf(1, 1, tuple.size() - 1));
    case Op::join: return memberOfJoin(id, tuple, environment);
    case Op::domainRestriction: return all_.both(memberOf(0, 0, 1), child(1));
    case Op::rangeRestriction: return all_.both(child(0), memberOf(1, tuple.size() - 1, 1));
    case Op::prime: return at(next(time_), [&] { return child(0); });
    case Op::transpose: return member(model_.child(id, 0), {tuple[1], tuple[0]}, environment);
    case Op::closure: return memberOfClosure(model_.child(id, 0), tuple, environment);
    case Op::reflexiveClosure: {
      const FormulaId closure = memberOfClosure(model_.child(id, 0), tuple, environment);
      return all_.sortOf(tuple[0]) == all_.sortOf(tuple[1]) ? all_.either(closure, equalAtoms()) : closure;
    }
    case Op::bound: return child(0);
    case Op::comprehension: return memberOfComprehension(id, tuple, environment);
    case Op::ifThenElse: {
      const FormulaId condition = formula(model_.child(id, 0), environment, Polarity::both);
      return all_.either(all_.both(condition, child(1)), all_.both(all_.negation(condition), child(2)));
    }
    case Op::let:
      return member(model_.child(id, 1), tuple, bindExpression(environment, e.payload, model_.child(id, 0), environment));
    case Op::call: return member(model_.func(e.payload).body, tuple, bindArguments(id, environment));
    case Op::integerAtom: return memberOfInteger(id, tuple, environment);
    case Op::nextInt:
      theory_.integers = true;
      theory_.exact = false;
      if (nextInt_ == noSymbol) {
        nextInt_ = all_.symbol("next_int", {integers_, integers_});
        theory_.meanings[nextInt_] = {Meaning::Kind::nextInt, 0};
      }
      return all_.conjunction({guard(tuple[0]), guard(tuple[1]), all_.predicate(nextInt_, tuple)});
    default: refuse("this operator", id); return 0;
  }
}

}  // namespace aunit::solver::firstorder
