#include <algorithm>
#include <functional>

#include "solver/firstorder/translator.h"

namespace aunit::solver::firstorder {

using namespace model;

namespace {

constexpr std::uint32_t largestCardinality = 4;  // limit for n in `#set = n`, because such a formula takes n variables

/// Whether all multiplicities of a bound are `set`. The bound then demands only inclusion.
bool isPlain(const model::Model& model, ExprId id) {
  const model::Expr& e = model.expr(id);
  if (e.op == Op::seqBound) return false;
  if (e.op == Op::bound) return e.rightMultiplicity == Multiplicity::set && isPlain(model, model.child(id, 0));
  if (e.op != Op::product) return true;
  return e.leftMultiplicity == Multiplicity::set && e.rightMultiplicity == Multiplicity::set &&
         isPlain(model, model.child(id, 0)) && isPlain(model, model.child(id, 1));
}

Op mirrored(Op op) {
  switch (op) {
    case Op::less: return Op::greater;
    case Op::greater: return Op::less;
    case Op::lessEqual: return Op::greaterEqual;
    case Op::greaterEqual: return Op::lessEqual;
    default: return op;
  }
}

}  // namespace

Terms Translator::variablesFor(const Sorts& sorts) {
  Terms variables;
  for (const SortId sort : sorts) variables.push_back(all_.variable(sort));
  return variables;
}

FormulaId Translator::same(const Terms& a, const Terms& b) {
  std::vector<FormulaId> parts;
  for (std::size_t i = 0; i < a.size(); ++i) parts.push_back(all_.equal(a[i], b[i]));
  return all_.conjunction(parts);
}

Translator::Membership Translator::membership(ExprId id, const Environment& environment) {
  return [this, id, environment](const Terms& tuple) { return member(id, tuple, environment); };
}

FormulaId Translator::some(const Membership& relation, const SortTuples& sorts) {
  std::vector<FormulaId> ways;
  for (const Sorts& columns : sorts) {
    const Terms tuple = variablesFor(columns);
    ways.push_back(all_.exists(tuple, relation(tuple)));
  }
  return all_.disjunction(ways);
}

FormulaId Translator::lone(const Membership& relation, const SortTuples& sorts) {
  std::vector<FormulaId> parts;
  for (auto a = sorts.begin(); a != sorts.end(); ++a)
    for (auto b = a; b != sorts.end(); ++b) {
      Terms one = variablesFor(*a);
      const Terms other = variablesFor(*b);
      const FormulaId both = all_.both(relation(one), relation(other));
      const FormulaId equal = a == b ? same(one, other) : all_.truth(false);
      one.insert(one.end(), other.begin(), other.end());
      parts.push_back(all_.forAll(one, all_.implies(both, equal)));
    }
  return all_.conjunction(parts);
}

FormulaId Translator::multiplicity(Multiplicity m, const Membership& relation, const SortTuples& sorts) {
  switch (m) {
    case Multiplicity::set: return all_.truth(true);
    case Multiplicity::lone: return lone(relation, sorts);
    case Multiplicity::some: return some(relation, sorts);
    default: return all_.both(some(relation, sorts), lone(relation, sorts));
  }
}

FormulaId Translator::atLeast(std::uint32_t count, ExprId set, const Environment& environment) {
  if (count == 0) return all_.truth(true);
  const SortTuples sorts = sortsOf(set, environment);
  const std::vector<Sorts> kinds(sorts.begin(), sorts.end());
  std::vector<FormulaId> ways;
  std::vector<std::size_t> chosen;
  const std::function<void(std::size_t)> choose = [&](std::size_t from) {
    if (chosen.size() < count) {
      for (std::size_t kind = from; kind < kinds.size(); ++kind) {
        chosen.push_back(kind);
        choose(kind);
        chosen.pop_back();
      }
      return;
    }
    std::vector<Terms> tuples;
    std::vector<FormulaId> parts;
    Terms variables;
    for (const std::size_t kind : chosen) {
      tuples.push_back(variablesFor(kinds[kind]));
      variables.insert(variables.end(), tuples.back().begin(), tuples.back().end());
      parts.push_back(member(set, tuples.back(), environment));
      for (std::size_t other = 0; other + 1 < tuples.size(); ++other)
        if (chosen[other] == kind) parts.push_back(all_.negation(same(tuples[other], tuples.back())));
    }
    ways.push_back(all_.exists(variables, all_.conjunction(parts)));
  };
  choose(0);
  return all_.disjunction(ways);
}

/// A formula that is true if a relation is within a bound. Throws Untranslatable for some multiplicities of arrows within arrows.
FormulaId Translator::within(ExprId part, ExprId bound, const Environment& environment) {
  const model::Expr& b = model_.expr(bound);
  const SortTuples sorts = sortsOf(part, environment);
  const Membership relation = membership(part, environment);
  if (b.op == Op::bound) {
    const ExprId inner = model_.child(bound, 0);
    if (b.rightMultiplicity != Multiplicity::set && !isPlain(model_, inner)) refuse("a multiplicity of arrows", bound);
    return all_.both(within(part, inner, environment), multiplicity(b.rightMultiplicity, relation, sorts));
  }
  std::vector<FormulaId> parts;
  for (const Sorts& columns : sorts) {
    const Terms tuple = variablesFor(columns);
    parts.push_back(all_.forAll(tuple, all_.implies(relation(tuple), member(bound, tuple, environment))));
  }
  // A fresh predicate replaces the condition that the indices of a sequence have no gap.
  parts.push_back(b.op == Op::seqBound ? abstraction(part, {}, environment, bound) : arrows(relation, sorts, bound, environment));
  return all_.conjunction(parts);
}

/// A formula that is true if a relation within an arrow satisfies the arrow's multiplicities.
FormulaId Translator::arrows(const Membership& relation, const SortTuples& sorts, ExprId bound, const Environment& environment) {
  const model::Expr& b = model_.expr(bound);
  if (b.op == Op::bound && b.rightMultiplicity == Multiplicity::set)
    return arrows(relation, sorts, model_.child(bound, 0), environment);
  if (isPlain(model_, bound)) return all_.truth(true);
  if (b.op != Op::product) refuse("a multiplicity within an arrow", bound);
  std::vector<FormulaId> parts;
  const auto side = [&](bool left) {
    const ExprId own = model_.child(bound, left ? 0 : 1), other = model_.child(bound, left ? 1 : 0);
    const Multiplicity m = left ? b.rightMultiplicity : b.leftMultiplicity;
    if (m == Multiplicity::set && isPlain(model_, other)) return;
    if (model_.expr(own).arity > 1 && !isPlain(model_, own)) refuse("multiplicities of arrows within arrows", bound);
    const std::ptrdiff_t arity = model_.expr(own).arity;
    for (const Sorts& columns : sortsOf(own, environment)) {
      SortTuples rests;
      for (const Sorts& whole : sorts) {
        if (left && std::equal(columns.begin(), columns.end(), whole.begin(), whole.begin() + arity))
          rests.insert(Sorts(whole.begin() + arity, whole.end()));
        if (!left && std::equal(columns.begin(), columns.end(), whole.end() - arity, whole.end()))
          rests.insert(Sorts(whole.begin(), whole.end() - arity));
      }
      const Terms fixed = variablesFor(columns);
      const Membership rest = [&](const Terms& tuple) {
        Terms whole = left ? fixed : tuple;
        const Terms& behind = left ? tuple : fixed;
        whole.insert(whole.end(), behind.begin(), behind.end());
        return relation(whole);
      };
      const FormulaId says = all_.both(multiplicity(m, rest, rests), arrows(rest, rests, other, environment));
      parts.push_back(all_.forAll(fixed, all_.implies(member(own, fixed, environment), says)));
    }
  };
  side(true);
  side(false);
  return all_.conjunction(parts);
}

bool Translator::constantOf(ExprId id, const Environment& environment, std::int32_t& value) const {
  const model::Expr& e = model_.expr(id);
  if (e.op == Op::integer) {
    value = static_cast<std::int32_t>(e.payload);
    return true;
  }
  // If an argument of a predicate is a number, the model contains two conversions: from the number to an atom (`integerAtom`),
  // and from the atom to the number (`sumOf`). Both are skipped here.
  if (e.op == Op::sumOf || e.op == Op::integerAtom) return constantOf(model_.child(id, 0), environment, value);
  if (e.op != Op::variable) return false;
  const Binding& binding = bindingOf(id, environment);
  return binding.kind == Binding::Kind::expression && constantOf(binding.expression, binding.environment, value);
}

/// Translates `#set op constant`. If the set has more than `constant` atoms, `#set` may be any integer, because it wraps around.
FormulaId Translator::cardinality(ExprId id, Op op, ExprId set, std::uint32_t constant, const Environment& environment) {
  const FormulaId enough = atLeast(constant, set, environment), more = atLeast(constant + 1, set, environment);
  switch (op) {
    case Op::greater: return all_.both(more, abstraction(id, {}, environment));
    case Op::lessEqual: return all_.either(all_.negation(more), abstraction(id, {}, environment));
    case Op::less: return all_.either(all_.negation(enough), all_.both(more, abstraction(id, {}, environment)));
    case Op::greaterEqual: return all_.both(enough, all_.either(all_.negation(more), abstraction(id, {}, environment)));
    default: return all_.both(enough, all_.either(all_.negation(more), abstraction(id, {}, environment)));
  }
}

FormulaId Translator::comparison(ExprId id, const Environment& environment) {
  const model::Expr& e = model_.expr(id);
  const std::int32_t largest = bitwidth_ < 1 ? -1 : (std::int32_t{1} << (bitwidth_ - 1)) - 1;
  for (const std::uint32_t side : {0u, 1u}) {
    const ExprId counted = model_.child(id, side);
    std::int32_t value = 0;
    if (model_.expr(counted).op != Op::cardinality || !constantOf(model_.child(id, 1 - side), environment, value)) continue;
    if (value >= 0 && value <= std::min(largest, static_cast<std::int32_t>(largestCardinality)))
      return cardinality(id, side == 0 ? e.op : mirrored(e.op), model_.child(counted, 0), static_cast<std::uint32_t>(value),
                         environment);
  }
  if (fields_ == Fields::asFunctions && model_.expr(model_.child(id, 0)).op == Op::cardinality &&
      model_.expr(model_.child(id, 1)).op == Op::cardinality)
    return comparisonOfNumbers(id, environment);
  return abstraction(id, {}, environment);
}

/// Translates a comparison of the cardinalities of two sets. A cardinality may wrap around, but equal sets have equal
/// cardinalities.
FormulaId Translator::comparisonOfNumbers(ExprId id, const Environment& environment) {
  theory_.integers = true;
  theory_.exact = false;
  std::vector<TermId> numbers;
  for (const std::uint32_t side : {0u, 1u}) {
    const ExprId set = model_.child(model_.child(id, side), 0);
    const SortTuples sorts = sortsOf(set, environment);
    if (sorts.size() != 1) return abstraction(id, {}, environment);
    Theory::Number number;
    number.tuple = variablesFor(*sorts.begin());
    number.member = all_.simplified(member(set, number.tuple, environment));
    Terms arguments;
    for (const TermId v : all_.freeIn(number.member))
      if (std::ranges::find(number.tuple, v) == number.tuple.end()) arguments.push_back(v);
    number.parameters = arguments;
    Terms names = arguments;
    names.insert(names.end(), number.tuple.begin(), number.tuple.end());
    const auto [found, isNew] = numbers_.try_emplace(all_.canonical(number.member, names), noSymbol);
    if (isNew) {
      found->second = all_.symbol("number", all_.sortsOf(arguments), integers_);
      number.symbol = found->second;
      theory_.numbers.push_back(number);
    }
    numbers.push_back(all_.apply(found->second, arguments));
  }
  const Op op = model_.expr(id).op;
  if (op == Op::integerEqual) return all_.equal(numbers[0], numbers[1]);
  const bool swapped = op == Op::greater || op == Op::lessEqual;
  if (theory_.less == Timeline::none) theory_.less = all_.symbol("less", {integers_, integers_});
  const FormulaId less = all_.predicate(theory_.less, {numbers[swapped ? 1 : 0], numbers[swapped ? 0 : 1]});
  return op == Op::less || op == Op::greater ? less : all_.negation(less);
}

FormulaId Translator::formula(ExprId id, const Environment& environment, Polarity polarity) {
  return model_.expr(id).negated ? all_.negation(positive(id, environment, opposite(polarity)))
                                 : positive(id, environment, polarity);
}

FormulaId Translator::positive(ExprId id, const Environment& environment, Polarity polarity) {
  const model::Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i, Polarity p) { return formula(model_.child(id, i), environment, p); };
  const auto relation = [&] { return membership(model_.child(id, 0), environment); };
  const auto sorts = [&] { return sortsOf(model_.child(id, 0), environment); };
  const auto all = [&] {
    std::vector<FormulaId> parts;
    for (std::uint32_t i = 0; i < e.childCount; ++i) parts.push_back(child(i, polarity));
    return parts;
  };
  switch (e.op) {
    case Op::true_: return all_.truth(true);
    case Op::false_: return all_.truth(false);
    case Op::not_: return all_.negation(child(0, opposite(polarity)));
    case Op::and_: return all_.conjunction(all());
    case Op::or_: return all_.disjunction(all());
    case Op::implies: return all_.implies(child(0, opposite(polarity)), child(1, polarity));
    case Op::iff:
      return all_.both(all_.implies(child(0, opposite(polarity)), child(1, polarity)),
                       all_.implies(child(1, opposite(polarity)), child(0, polarity)));
    case Op::ifThenElse:
      return all_.both(all_.implies(child(0, opposite(polarity)), child(1, polarity)),
                       all_.either(child(0, polarity), child(2, polarity)));
    case Op::let:
      return formula(model_.child(id, 1), bindExpression(environment, e.payload, model_.child(id, 0), environment), polarity);
    case Op::call: return formula(model_.func(e.payload).body, bindArguments(id, environment), polarity);
    case Op::variable: {
      const Binding& binding = bindingOf(id, environment);
      if (binding.kind != Binding::Kind::expression) refuse("this variable", id);
      return formula(binding.expression, Environment(binding.environment), polarity);
    }
    case Op::in: return within(model_.child(id, 0), model_.child(id, 1), environment);
    case Op::equal: {
      SortTuples either = sorts();
      either.merge(SortTuples(sortsOf(model_.child(id, 1), environment)));
      std::vector<FormulaId> parts;
      for (const Sorts& columns : either) {
        const Terms tuple = variablesFor(columns);
        parts.push_back(all_.forAll(
            tuple, all_.iff(member(model_.child(id, 0), tuple, environment), member(model_.child(id, 1), tuple, environment))));
      }
      return all_.conjunction(parts);
    }
    case Op::some: return some(relation(), sorts());
    case Op::no: return all_.negation(some(relation(), sorts()));
    case Op::lone: return lone(relation(), sorts());
    case Op::one: return multiplicity(Multiplicity::one, relation(), sorts());
    case Op::disjoint: {
      std::vector<FormulaId> parts;
      const auto operands = model_.children(id);
      for (std::size_t i = 0; i < operands.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
          const SortTuples a = sortsOf(operands[i], environment), b = sortsOf(operands[j], environment);
          for (const Sorts& columns : a) {
            if (!b.contains(columns)) continue;
            const Terms tuple = variablesFor(columns);
            parts.push_back(all_.negation(
                all_.exists(tuple, all_.both(member(operands[i], tuple, environment), member(operands[j], tuple, environment)))));
          }
        }
      return all_.conjunction(parts);
    }
    case Op::totalOrder: return totalOrder(id, environment, polarity);
    default: break;
  }
  if (isComparison(e.op)) return comparison(id, environment);
  if (isTemporal(e.op)) return temporal(id, environment, polarity);
  if (isQuantifier(e.op)) return quantifier(id, environment, polarity);
  refuse("this operator", id);
  return 0;
}

/// The formula `pred/totalOrder` of util/ordering. It has a strong and a weak form (language reference 12.4). Both make the set
/// a chain, because the declarations of util/ordering put `first` and `next` within the set. All formulas that are made here are
/// true for an empty set, too.
FormulaId Translator::totalOrder(ExprId id, const Environment& environment, Polarity polarity) {
  theory_.exact = false;
  const SortTuples sorts = sortsOf(model_.child(id, 0), environment);
  if (polarity != Polarity::asserted || !inLibrary_ || environment || sorts.size() != 1) return abstraction(id, {}, environment);
  theory_.ordered = true;
  const SortId sort = (*sorts.begin())[0];
  const ExprId next = model_.child(id, 2);
  orders_[sort] = next;
  const TermId x = all_.variable(sort), y = all_.variable(sort), z = all_.variable(sort);
  const auto in = [&](TermId t) { return member(model_.child(id, 0), {t}, environment); };
  const auto first = [&](TermId t) { return member(model_.child(id, 1), {t}, environment); };
  const auto follows = [&](TermId a, TermId b) { return member(next, {a, b}, environment); };
  const auto less = [&](TermId a, TermId b) { return memberOfClosure(next, {a, b}, environment); };
  const auto atMost = [&](TermId a, TermId b) { return all_.either(all_.equal(a, b), less(a, b)); };
  const auto every = [&](const Terms& variables, FormulaId f) { return all_.forAll(variables, f); };
  // If the ordered set has all atoms of the sort, the order is also a Timeline (theory.h).
  const Formula whole = all_.formula(in(x));
  const auto meaning = theory_.meanings.find(whole.symbol);
  if (whole.kind == Kind::predicate && meaning != theory_.meanings.end() && meaning->second.kind == Meaning::Kind::signature &&
      meaning->second.id == theory_.signatureOf[sort])
    theory_.timelines.push_back(
        {.sort = sort, .from = x, .to = y, .first = first(x), .next = follows(x, y), .less = less(x, y), .in = in(x)});
  const auto below = [&](TermId a) { return all_.forAll(y, all_.implies(in(y), atMost(a, y))); };
  return all_.conjunction(
      {every({x}, all_.negation(less(x, x))),
       every({x, y}, all_.implies(all_.both(in(x), in(y)), all_.either(atMost(x, y), less(y, x)))),
       every({x, y}, all_.implies(less(x, y), all_.both(in(x), in(y)))),
       every({x, y, z}, all_.implies(all_.both(less(x, y), less(y, z)), less(x, z))),
       every({x}, all_.implies(first(x), all_.both(in(x), below(x)))),
       every({x}, all_.implies(all_.both(in(x), all_.forAll(y, all_.negation(less(y, x)))), first(x))),
       every({x, y}, all_.implies(follows(x, y), all_.both(less(x, y), all_.forAll(z, all_.implies(less(x, z), atMost(y, z)))))),
       every({x, y}, all_.implies(less(x, y), all_.exists(z, all_.both(follows(x, z), atMost(z, y))))),
       every({x, y}, all_.implies(less(x, y), all_.exists(z, all_.both(follows(z, y), atMost(x, z))))),
       every({x}, all_.implies(in(x), all_.exists(y, first(y)))),
       every({x}, all_.implies(in(x), all_.exists(y, all_.both(in(y), all_.forAll(z, all_.implies(in(z), atMost(z, y)))))))});
}

}  // namespace aunit::solver::firstorder
