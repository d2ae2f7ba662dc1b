#include "tests/evaluator/naive_evaluator.h"

#include <algorithm>
#include <cmath>

namespace aunit::evaluator::testing {

using namespace model;

NaiveSet naiveSet(const model::TupleSet& set) {
  NaiveSet out;
  set.forEach([&](std::span<const Atom> tuple) { out.insert({tuple.begin(), tuple.end()}); });
  return out;
}

namespace {

NaiveSet join(const NaiveSet& a, const NaiveSet& b) {
  NaiveSet out;
  for (const NaiveTuple& x : a)
    for (const NaiveTuple& y : b)
      if (x.back() == y.front()) {
        NaiveTuple t(x.begin(), x.end() - 1);
        t.insert(t.end(), y.begin() + 1, y.end());
        out.insert(t);
      }
  return out;
}

NaiveSet product(const NaiveSet& a, const NaiveSet& b) {
  NaiveSet out;
  for (const NaiveTuple& x : a)
    for (const NaiveTuple& y : b) {
      NaiveTuple t = x;
      t.insert(t.end(), y.begin(), y.end());
      out.insert(t);
    }
  return out;
}

NaiveSet unite(NaiveSet a, const NaiveSet& b) {
  a.insert(b.begin(), b.end());
  return a;
}

NaiveSet filter(const NaiveSet& a, const std::function<bool(const NaiveTuple&)>& keep) {
  NaiveSet out;
  for (const NaiveTuple& t : a)
    if (keep(t)) out.insert(t);
  return out;
}

bool contains(const NaiveSet& a, const NaiveSet& b) {
  return std::includes(a.begin(), a.end(), b.begin(), b.end());
}

bool satisfies(Multiplicity m, std::size_t size) {
  return m == Multiplicity::set || (m == Multiplicity::lone && size <= 1) || (m == Multiplicity::one && size == 1) ||
         (m == Multiplicity::some && size >= 1);
}

}  // namespace

NaiveValue NaiveEvaluator::value(ExprId id, std::size_t state) {
  steps_ = 0;
  EvalContext where{state, nullptr};
  if (model_.expr(id).sort == Sort::formula) where.front = false;
  return any(id, where);
}

NaiveValue NaiveEvaluator::any(ExprId id, const EvalContext& where) {
  switch (model_.expr(id).sort) {
    case Sort::formula: return formula(id, where);
    case Sort::integer: return number(id, where).value;
    case Sort::relation: break;
  }
  return relation(id, where).tuples;
}

const model::State& NaiveEvaluator::state(std::size_t position) const {
  const std::size_t n = instance_.states.size(), period = n - instance_.loop;
  while (position >= n) position -= period;
  return instance_.states[position];
}

NaiveSet NaiveEvaluator::univ(const EvalContext& where) const {
  NaiveSet out;
  for (Atom a = universe_.firstString(); a < universe_.size(); ++a) out.insert({a});
  for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
    if (model_.isTopLevel(id)) out = unite(out, naiveSet(state(where.position).sigs[id]));
  return out;
}

NaiveEvaluator::Number NaiveEvaluator::wrapped(long value) const {
  const long size = 1L << universe_.bitwidth(), low = universe_.minInt(), high = universe_.maxInt();
  const bool overflow = value < low || value > high;
  while (value < low) value += size * (1 + (low - value) / size / 2);
  while (value > high) value -= size * (1 + (value - high) / size / 2);
  return {value, overflow};
}

NaiveEvaluator::Env NaiveEvaluator::substituted(ExprId id, const EvalContext& where) {
  const auto children = model_.children(id);
  const auto frame = [](model::VarId v, ExprId e, Env around, Env outer) {
    return std::make_shared<const Frame>(Frame{v, std::pair{e, std::move(around)}, false, false, std::move(outer)});
  };
  if (model_.expr(id).op == Op::let) return frame(model_.expr(id).payload, children[0], where.env, where.env);
  Env env = where.env;  // a body mentions only its parameters, but overflows depend on enclosing quantifiers
  const model::Func& func = model_.func(model_.expr(id).payload);
  for (std::size_t i = 0; i < children.size(); ++i) env = frame(func.variables[i], children[i], where.env, env);
  return env;
}

ExprId NaiveEvaluator::bodyOf(ExprId id) const {
  return model_.expr(id).op == Op::let ? model_.child(id, 1) : model_.func(model_.expr(id).payload).body;
}

// The context of the body of a comprehension or sum. Negations around the comprehension or sum do not count in it.
NaiveEvaluator::EvalContext NaiveEvaluator::afresh(EvalContext where) {
  where.negated = false;
  return where;
}

// Calls `visit` for all bindings of the declarations, starting with this variable.
void NaiveEvaluator::bindings(ExprId id, std::size_t decl, std::size_t variable, const EvalContext& where, bool universal,
                              const std::function<void(const EvalContext&)>& visit) {
  const auto decls = model_.decls(id);
  if (decl == decls.size()) return visit(where);
  const model::Decl& d = decls[decl];
  if (variable == d.variableCount) return bindings(id, decl + 1, 0, where, universal, visit);
  EvalContext outside = where;  // variables of one declaration cannot refer to each other
  for (std::size_t i = 0; i < variable; ++i) outside.env = outside.env->outer;
  const NaiveSet domain = relation(d.bound, outside).tuples;
  const model::Expr& bound = model_.expr(d.bound);
  const bool firstOrder = d.multiplicity == Multiplicity::one && bound.arity == 1;
  const bool isInt = firstOrder && bound.op == Op::sig && bound.payload == model::builtin::integers;
  const auto bindTo = [&](const NaiveSet& value) {
    charge(1);
    Env earlier = where.env;
    for (std::size_t i = 0; d.disjoint && i < variable; ++i, earlier = earlier->outer)
      for (const NaiveTuple& t : std::get<NaiveSet>(earlier->meaning))
        if (value.count(t)) return;
    EvalContext inside = where;
    inside.env = std::make_shared<const Frame>(
        Frame{d.firstVariable + static_cast<model::VarId>(variable), value, isInt, universal, where.env});
    bindings(id, decl, variable + 1, inside, universal, visit);
  };
  if (firstOrder) {
    for (const NaiveTuple& t : domain) bindTo({t});
    return;
  }
  const std::vector<NaiveTuple> tuples(domain.begin(), domain.end());
  for (unsigned long subset = 0; subset < 1ul << tuples.size(); ++subset) {
    charge(1 + tuples.size());
    NaiveSet value;
    for (std::size_t i = 0; i < tuples.size(); ++i)
      if (subset >> i & 1) value.insert(tuples[i]);
    const bool counted = d.multiplicity == Multiplicity::one || satisfies(d.multiplicity, value.size());
    if (counted && within(value, d.bound, outside)) bindTo(value);
  }
}

// The variables on which the integers inside the expression depend.
std::set<model::VarId> NaiveEvaluator::integerVariables(ExprId id, const Env& env, bool inInteger) {
  const model::Expr& e = model_.expr(id);
  std::set<model::VarId> out;
  const auto take = [&](const std::set<model::VarId>& more) { out.insert(more.begin(), more.end()); };
  if (e.op == Op::variable) {
    for (Env frame = env; frame; frame = frame->outer) {
      if (frame->variable != e.payload) continue;
      if (const auto* substitute = std::get_if<std::pair<ExprId, Env>>(&frame->meaning))
        return integerVariables(substitute->first, substitute->second, inInteger);
      break;
    }
    if (inInteger) out.insert(e.payload);
    return out;
  }
  if (e.op == Op::let || e.op == Op::call) return integerVariables(bodyOf(id), substituted(id, {0, env}), inInteger);
  inInteger |= e.op == Op::cardinality || e.op == Op::sumOf;
  for (const ExprId child : model_.children(id)) take(integerVariables(child, env, inInteger));
  for (const model::Decl& d : model_.decls(id)) take(integerVariables(d.bound, env, inInteger));
  return out;
}

// -------------------------------------------------------------------------------------------------------------- formulas

bool NaiveEvaluator::formula(ExprId id, const EvalContext& where) {
  charge(1);
  const model::Expr& e = model_.expr(id);
  const auto children = model_.children(id);
  EvalContext plain = where;
  plain.front.reset();
  const auto inFront = [&](EvalContext inside, std::optional<bool> front) {
    inside.front = front;
    return inside;
  };
  const auto keptIf = [&](bool negated) { return where.front == negated ? where.front : std::nullopt; };
  const auto opposite = [](std::optional<bool> front) { return front ? std::optional(!*front) : front; };
  const auto holds = [&](std::size_t i, std::optional<bool> front = {}) { return formula(children[i], inFront(plain, front)); };
  switch (e.op) {
    case Op::true_: return true;
    case Op::false_: return false;
    case Op::not_: {
      EvalContext inside = inFront(plain, opposite(where.front));
      inside.negated = !where.negated;
      return !formula(children[0], inside);
    }
    case Op::and_: {
      for (std::size_t i = 0; i < children.size(); ++i)
        if (!holds(i, keptIf(false))) return false;
      return true;
    }
    case Op::or_: {
      for (std::size_t i = 0; i < children.size(); ++i)
        if (holds(i, keptIf(true))) return true;
      return false;
    }
    case Op::implies:
      // `F implies false` is the negation of F, whose formula is treated as if it stood alone.
      if (model_.expr(children[1]).op == Op::false_ && where.front == false) return !holds(0, where.front);
      return !holds(0, opposite(keptIf(true))) || holds(1, keptIf(true));
    case Op::iff: return holds(0) == holds(1);
    case Op::ifThenElse: return holds(0) ? holds(1) : holds(2);
    case Op::variable:
      for (Env frame = where.env; frame; frame = frame->outer)
        if (frame->variable == e.payload) {
          const auto& [expr, env] = std::get<std::pair<ExprId, Env>>(frame->meaning);
          return formula(expr, {where.position, env, where.negated});
        }
      std::abort();
    case Op::let:
    case Op::call: return formula(bodyOf(id), {where.position, substituted(id, where), where.negated, where.front});
    case Op::prime: return formula(children[0], {where.position + 1, where.env, where.negated});
    case Op::quantAll:
    case Op::quantSome:
    case Op::quantNo:
    case Op::quantLone:
    case Op::quantOne: {
      std::size_t all = 0, yes = 0;
      const bool flips = e.op == Op::quantNo;
      // The reference skolemises these, so they count as existential.
      const bool counts = e.op == Op::quantOne || e.op == Op::quantLone;
      const auto front = counts ? std::nullopt : keptIf(e.op != Op::quantSome);
      // A negation swaps "all" and "some"; the bodies of `one` and `lone` ignore negations around them.
      const bool universal = !counts && !front && (e.op != Op::quantSome) != where.negated;
      bindings(id, 0, 0, plain, universal, [&](const EvalContext& bound) {
        EvalContext inside = inFront(bound, flips ? opposite(front) : front);
        inside.negated = !counts && where.negated != flips;
        ++all;
        yes += formula(children[0], inside);
      });
      if (e.op == Op::quantAll) return yes == all;
      if (e.op == Op::quantSome) return yes > 0;
      if (e.op == Op::quantNo) return yes == 0;
      return e.op == Op::quantOne ? yes == 1 : yes <= 1;
    }
    default: return model::isTemporal(e.op) ? temporal(id, plain) : comparison(id, plain);
  }
}

// Evaluates over positions of the infinite trace. A formula with d nested past operators is periodic from round d+1 of the loop
// on, so one more round decides future operators.
bool NaiveEvaluator::temporal(ExprId id, const EvalContext& where) {
  const auto children = model_.children(id);
  const std::size_t period = instance_.states.size() - instance_.loop;
  const std::size_t settled = instance_.loop + period * pastDepth(id, where.env);
  const std::size_t end = std::max(where.position, settled) + period;
  const auto at = [&](std::size_t child, std::size_t position) {
    return formula(children[child], {position, where.env, where.negated});
  };
  const std::size_t now = where.position;
  switch (model_.expr(id).op) {
    case Op::after: return at(0, now + 1);
    case Op::before: return now > 0 && at(0, now - 1);
    case Op::always:
      for (std::size_t p = now; p < end; ++p)
        if (!at(0, p)) return false;
      return true;
    case Op::eventually:
      for (std::size_t p = now; p < end; ++p)
        if (at(0, p)) return true;
      return false;
    case Op::historically:
      for (std::size_t p = 0; p <= now; ++p)
        if (!at(0, p)) return false;
      return true;
    case Op::once:
      for (std::size_t p = 0; p <= now; ++p)
        if (at(0, p)) return true;
      return false;
    case Op::until:  // child 1 at some position, child 0 at all positions before it
      for (std::size_t p = now; p < end; ++p) {
        bool way = at(1, p);
        for (std::size_t q = now; q < p; ++q) way = way && at(0, q);
        if (way) return true;
      }
      return false;
    case Op::releases:  // child 1 until child 0 has held
      for (std::size_t p = now; p < end; ++p) {
        bool released = false;
        for (std::size_t q = now; q < p; ++q) released = released || at(0, q);
        if (!released && !at(1, p)) return false;
      }
      return true;
    case Op::since:
      for (std::size_t p = 0; p <= now; ++p) {
        bool way = at(1, p);
        for (std::size_t q = p + 1; q <= now; ++q) way = way && at(0, q);
        if (way) return true;
      }
      return false;
    case Op::triggered:
      for (std::size_t p = 0; p <= now; ++p) {
        bool triggered = false;
        for (std::size_t q = p + 1; q <= now; ++q) triggered = triggered || at(0, q);
        if (!triggered && !at(1, p)) return false;
      }
      return true;
    default: std::abort();
  }
}

std::size_t NaiveEvaluator::pastDepth(ExprId id, const Env& env) {
  const model::Expr& e = model_.expr(id);
  std::size_t depth = 0;
  if (e.op == Op::variable)
    for (Env frame = env; frame; frame = frame->outer)
      if (frame->variable == e.payload) {
        if (const auto* substitute = std::get_if<std::pair<ExprId, Env>>(&frame->meaning))
          return pastDepth(substitute->first, substitute->second);
        return 0;
      }
  if (e.op == Op::let || e.op == Op::call) depth = pastDepth(bodyOf(id), substituted(id, {0, env}));
  for (const ExprId child : model_.children(id)) depth = std::max(depth, pastDepth(child, env));
  for (const model::Decl& d : model_.decls(id)) depth = std::max(depth, pastDepth(d.bound, env));
  return depth + (model::isPast(e.op) ? 1 : 0);
}

// If an operand overflows, a comparison is false; it is true if the innermost integer variable on which the operand depends is
// universal. Below a negation, true and false are exchanged. If the operands disagree, the comparison is false.
bool NaiveEvaluator::comparison(ExprId id, const EvalContext& where) {
  const model::Expr& e = model_.expr(id);
  EvalContext inside = where;
  inside.negated = where.negated != e.negated;
  bool result = plainComparison(id, inside);
  if (noOverflow_ && e.op != Op::totalOrder) {
    bool makesTrue = false, makesFalse = false;
    std::vector<ExprId> operands(model_.children(id).begin(), model_.children(id).end());
    for (const ExprId operand : operands) {
      const bool overflow =
          model_.expr(operand).sort == Sort::integer ? number(operand, inside).overflow : relation(operand, inside).overflow;
      if (!overflow) continue;
      const auto variables = integerVariables(operand, where.env, false);
      bool universal = false;
      for (Env frame = where.env; frame; frame = frame->outer)
        if (frame->isInt && variables.count(frame->variable)) {
          universal = frame->universal;
          break;
        }
      (universal == inside.negated ? makesFalse : makesTrue) = true;
    }
    result = (result || makesTrue) && !makesFalse;
  }
  return result != e.negated;
}

bool NaiveEvaluator::plainComparison(ExprId id, const EvalContext& where) {
  const model::Expr& e = model_.expr(id);
  const auto children = model_.children(id);
  const auto set = [&](std::size_t i) { return relation(children[i], where).tuples; };
  const auto num = [&](std::size_t i) { return number(children[i], where).value; };
  switch (e.op) {
    case Op::in: return within(set(0), children[1], where);
    case Op::equal: return set(0) == set(1);
    case Op::integerEqual: return num(0) == num(1);
    case Op::less: return num(0) < num(1);
    case Op::greater: return num(0) > num(1);
    case Op::lessEqual: return num(0) <= num(1);
    case Op::greaterEqual: return num(0) >= num(1);
    case Op::some: return !set(0).empty();
    case Op::no: return set(0).empty();
    case Op::lone: return set(0).size() <= 1;
    case Op::one: return set(0).size() == 1;
    case Op::disjoint:
      for (std::size_t i = 0; i < children.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          for (const NaiveTuple& t : set(i))
            if (set(j).count(t)) return false;
      return true;
    default: std::abort();
  }
}

bool NaiveEvaluator::within(const NaiveSet& r, ExprId bound, const EvalContext& where) {
  const model::Expr& e = model_.expr(bound);
  charge(1 + r.size());
  if (!contains(relation(bound, where).tuples, r)) return false;
  if (e.op == Op::bound) return satisfies(e.rightMultiplicity, r.size()) && within(r, model_.child(bound, 0), where);
  if (e.op == Op::seqBound) {
    bool ended = false;
    for (const NaiveTuple& index : relation(model_.child(bound, 0), where).tuples) {
      const NaiveSet element = join({index}, r);
      if (element.size() > 1 || (ended && !element.empty())) return false;
      if (!within(element, model_.child(bound, 1), where)) return false;
      ended |= element.empty();
    }
    return true;
  }
  if (e.op != Op::product) return true;
  const ExprId left = model_.child(bound, 0), right = model_.child(bound, 1);
  for (const NaiveTuple& a : relation(left, where).tuples) {
    if (a.size() > 1 && !within({a}, left, where)) continue;
    NaiveSet rest;
    for (const NaiveTuple& t : r)
      if (std::equal(a.begin(), a.end(), t.begin())) rest.insert({t.begin() + static_cast<std::ptrdiff_t>(a.size()), t.end()});
    if (!satisfies(e.rightMultiplicity, rest.size()) || !within(rest, right, where)) return false;
  }
  for (const NaiveTuple& b : relation(right, where).tuples) {
    if (b.size() > 1 && !within({b}, right, where)) continue;
    NaiveSet rest;
    for (const NaiveTuple& t : r)
      if (std::equal(b.rbegin(), b.rend(), t.rbegin())) rest.insert({t.begin(), t.end() - static_cast<std::ptrdiff_t>(b.size())});
    if (!satisfies(e.leftMultiplicity, rest.size()) || !within(rest, left, where)) return false;
  }
  return true;
}

// -------------------------------------------------------------------------------------------------------------- integers

NaiveEvaluator::Number NaiveEvaluator::number(ExprId id, const EvalContext& where) {
  charge(1);
  const model::Expr& e = model_.expr(id);
  const auto children = model_.children(id);
  const int width = universe_.bitwidth();
  switch (e.op) {
    case Op::integer: return wrapped(static_cast<std::int32_t>(e.payload));
    case Op::minInt: return {universe_.minInt(), false};
    case Op::maxInt: return {universe_.maxInt(), false};
    case Op::cardinality: {
      const Relation r = relation(children[0], where);
      Number n = wrapped(static_cast<long>(r.tuples.size()));
      n.overflow |= r.overflow;
      return n;
    }
    case Op::sumOf: {
      const Relation r = relation(children[0], where);
      long total = 0;
      for (const NaiveTuple& t : r.tuples)
        if (universe_.isInt(t[0])) total += universe_.intValue(t[0]);
      Number n = wrapped(total);
      n.overflow |= r.overflow;
      return n;
    }
    case Op::sum: {
      long total = 0;
      bool overflow = false;
      bindings(id, 0, 0, where, false, [&](const EvalContext& inside) {
        const Number n = number(children[0], afresh(inside));
        total += n.value;
        overflow |= n.overflow;
      });
      Number n = wrapped(total);
      n.overflow |= overflow;
      return n;
    }
    case Op::ifThenElse: return number(children[formula(children[0], where) ? 1 : 2], where);
    case Op::variable:
      for (Env frame = where.env; frame; frame = frame->outer)
        if (frame->variable == e.payload) {
          const auto& [expr, env] = std::get<std::pair<ExprId, Env>>(frame->meaning);
          return number(expr, {where.position, env, where.negated});
        }
      std::abort();
    case Op::let:
    case Op::call: return number(bodyOf(id), {where.position, substituted(id, where), where.negated});
    case Op::prime: return number(children[0], {where.position + 1, where.env, where.negated});
    default: break;
  }
  const Number a = number(children[0], where), b = number(children[1], where);
  Number out{0, false};
  long mask = 1;  // shift amounts are taken modulo the next power of two
  while (mask < width) mask *= 2;
  const long amount = ((b.value % mask) + mask) % mask;
  switch (e.op) {
    case Op::add: out = wrapped(a.value + b.value); break;
    case Op::subtract: out = wrapped(a.value - b.value); break;
    case Op::multiply: out = wrapped(a.value * b.value); break;
    case Op::divide:
      if (b.value == 0)
        out = {wrapped(a.value > 0 ? -1 : a.value < 0 ? 1 : 0).value, true};
      else
        out = wrapped(static_cast<long>(std::trunc(static_cast<double>(a.value) / static_cast<double>(b.value))));
      break;
    case Op::remainder:
      if (b.value == 0)
        out = {a.value, true};
      else
        out = {a.value - b.value * static_cast<long>(std::trunc(static_cast<double>(a.value) / static_cast<double>(b.value))),
               false};
      break;
    case Op::shiftLeft: {
      out = {wrapped(a.value * (1L << amount)).value, false};
      // Shifts by one bit of the amount after the other. Bits beyond the mask are only checked.
      long shifted = a.value;
      for (int i = 0; i < width; ++i) {
        if ((b.value >> i & 1) == 0) continue;
        const auto bit = [&](long k) { return k >= 0 && ((shifted >> k) & 1) != 0; };
        for (long x = 0; x < std::min(1L << i, 64L); ++x)
          if (bit(width - x - 1) != bit(width - x - 2)) out.overflow = true;
        if ((1L << i) < mask) shifted = wrapped(shifted * (1L << (1L << i))).value;
      }
      break;
    }
    case Op::shiftRight:
      out = {amount >= width ? (a.value < 0 ? -1 : 0)
                             : static_cast<long>(std::floor(static_cast<double>(a.value) / static_cast<double>(1L << amount))),
             false};
      break;
    case Op::shiftRightLogical: {
      const long positive = a.value < 0 ? a.value + (1L << width) : a.value;
      out = {wrapped(positive / (1L << amount)).value, false};
      break;
    }
    default: std::abort();
  }
  out.overflow |= a.overflow || b.overflow;
  return out;
}

// ------------------------------------------------------------------------------------------------------------- relations

NaiveSet NaiveEvaluator::closure(const NaiveSet& r) {
  NaiveSet out = r;
  for (std::size_t before = 0; before != out.size();) {
    before = out.size();
    charge(1 + out.size() * r.size() / 8);
    out = unite(out, join(out, r));
  }
  return out;
}

NaiveEvaluator::Relation NaiveEvaluator::relation(ExprId id, const EvalContext& where) {
  const model::Expr& e = model_.expr(id);
  const auto children = model_.children(id);
  const auto both = [&](const std::function<NaiveSet(const NaiveSet&, const NaiveSet&)>& operation) -> Relation {
    const Relation a = relation(children[0], where), b = relation(children[1], where);
    charge(1 + a.tuples.size() * b.tuples.size() / 8);
    return {operation(a.tuples, b.tuples), a.overflow || b.overflow};
  };
  const auto one = [&](const std::function<NaiveSet(const NaiveSet&)>& operation) -> Relation {
    const Relation a = relation(children[0], where);
    charge(1 + a.tuples.size() * a.tuples.size());
    return {operation(a.tuples), a.overflow};
  };
  const auto identity = [&] {
    NaiveSet out;
    for (const NaiveTuple& t : univ(where)) out.insert({t[0], t[0]});
    return out;
  };
  switch (e.op) {
    case Op::sig: {
      NaiveSet out;
      switch (e.payload) {
        case model::builtin::univ: return {univ(where), false};
        case model::builtin::none: return {{}, false};
        case model::builtin::integers:
          for (Atom a = universe_.firstInt(); a < universe_.size(); ++a) out.insert({a});
          return {out, false};
        case model::builtin::seqInt:
          for (int i = 0; i < instance_.maxSequence && i <= universe_.maxInt(); ++i) out.insert({universe_.intAtom(i)});
          return {out, false};
        default: return {naiveSet(state(where.position).sigs[e.payload]), false};
      }
    }
    case Op::field: return {naiveSet(state(where.position).fields[e.payload]), false};
    case Op::variable:
      for (Env frame = where.env; frame; frame = frame->outer)
        if (frame->variable == e.payload) {
          if (const auto* value = std::get_if<NaiveSet>(&frame->meaning)) return {*value, false};
          const auto& [expr, env] = std::get<std::pair<ExprId, Env>>(frame->meaning);
          return relation(expr, {where.position, env, where.negated});
        }
      std::abort();
    case Op::iden: return {identity(), false};
    case Op::nextInt: {
      NaiveSet out;
      for (int i = universe_.minInt(); i < universe_.maxInt(); ++i) out.insert({universe_.intAtom(i), universe_.intAtom(i + 1)});
      return {out, false};
    }
    case Op::union_: return both(unite);
    case Op::difference:
      return both(
          [](const NaiveSet& a, const NaiveSet& b) { return filter(a, [&](const NaiveTuple& t) { return !b.count(t); }); });
    case Op::intersection:
      return both(
          [](const NaiveSet& a, const NaiveSet& b) { return filter(a, [&](const NaiveTuple& t) { return b.count(t) != 0; }); });
    case Op::override_:
      return both([](const NaiveSet& a, const NaiveSet& b) {
        return unite(filter(a,
                            [&](const NaiveTuple& t) {
                              return std::none_of(b.begin(), b.end(), [&](const NaiveTuple& u) { return u[0] == t[0]; });
                            }),
                     b);
      });
    case Op::product:
    case Op::seqBound: return both(product);
    case Op::join: return both(join);
    case Op::domainRestriction:
      return both([](const NaiveSet& a, const NaiveSet& b) {
        return filter(b, [&](const NaiveTuple& t) { return a.count({t.front()}) != 0; });
      });
    case Op::rangeRestriction:
      return both([](const NaiveSet& a, const NaiveSet& b) {
        return filter(a, [&](const NaiveTuple& t) { return b.count({t.back()}) != 0; });
      });
    case Op::transpose:
      return one([](const NaiveSet& a) {
        NaiveSet out;
        for (const NaiveTuple& t : a) out.insert({t[1], t[0]});
        return out;
      });
    case Op::closure: return one([&](const NaiveSet& a) { return closure(a); });
    case Op::reflexiveClosure: return one([&](const NaiveSet& a) { return unite(closure(a), identity()); });
    case Op::prime: return relation(children[0], {where.position + 1, where.env, where.negated});
    case Op::comprehension: {
      NaiveSet out;
      bindings(id, 0, 0, where, false, [&](const EvalContext& inside) {
        if (!formula(children[0], afresh(inside))) return;
        NaiveTuple tuple;
        Env frame = inside.env;
        for (const model::Decl& d : model_.decls(id))
          for (std::uint32_t i = 0; i < d.variableCount; ++i, frame = frame->outer)
            tuple.insert(tuple.begin(), (*std::get<NaiveSet>(frame->meaning).begin())[0]);
        out.insert(tuple);
      });
      return {out, false};
    }
    case Op::integerAtom: {
      const Number n = number(children[0], where);
      if (noOverflow_ && n.overflow) return {{}, true};  // an overflow equals no atom
      return {{{universe_.intAtom(static_cast<std::int32_t>(n.value))}}, n.overflow};
    }
    case Op::bound: return relation(children[0], where);
    case Op::ifThenElse: return relation(children[formula(children[0], where) ? 1 : 2], where);
    case Op::let:
    case Op::call: return relation(bodyOf(id), {where.position, substituted(id, where), where.negated});
    default: std::abort();
  }
}

}  // namespace aunit::evaluator::testing
