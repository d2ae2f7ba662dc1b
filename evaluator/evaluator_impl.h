// Definitions of BasicEvaluator: include this to instantiate it with an observer of your own.
#pragma once

#include <bit>

#include <fmt/format.h>

#include "evaluator/evaluator.h"

namespace aunit::evaluator {

template <class Observer>
BasicEvaluator<Observer>::BasicEvaluator(const model::Model& model, Options options, Observer observer)
    : model_(model),
      options_(options),
      observer_(std::move(observer)),
      compiler_(model, {options.noOverflow, options.keepOccurrences || Observer::active}) {}

template <class Observer>
void BasicEvaluator<Observer>::bind(const model::Instance& instance) {
  instance_ = &instance;
  universe_ = instance.universe.get();
  arithmetic_ = Arithmetic(universe_->bitwidth());
  stateCount_ = static_cast<unsigned>(instance.states.size());
  period_ = stateCount_ - instance.loop;
  boundAt_ = ++clock_;
}

template <class Observer>
void BasicEvaluator<Observer>::assign(model::VarId variable, const model::TupleSet& value) {
  const SlotId slot = compiler_.slotOf(variable);
  grow();
  assigned_[slot] = true;
  setSlot(slot, value);
}

template <class Observer>
void BasicEvaluator<Observer>::setSlot(SlotId slot, const model::TupleSet& value) {
  slotValues_[slot] = value;
  touch(slot);
}

template <class Observer>
bool BasicEvaluator<Observer>::holds(model::ExprId expr, unsigned state) {
  return formula(prepare(expr, state));
}

template <class Observer>
std::int32_t BasicEvaluator<Observer>::integer(model::ExprId expr, unsigned state) {
  return number(prepare(expr, state));
}

template <class Observer>
const model::TupleSet& BasicEvaluator<Observer>::relation(model::ExprId expr, unsigned state) {
  return set(prepare(expr, state));
}

template <class Observer>
Value BasicEvaluator<Observer>::value(model::ExprId expr, unsigned state) {
  return valueAt(prepare(expr, state), state);
}

template <class Observer>
NodeId BasicEvaluator<Observer>::prepare(model::ExprId expr, unsigned state) {
  const NodeId id = compiler_.compile(expr);
  grow();
  if (state >= stateCount_)
    throw EvaluationError(expr, fmt::format("there is no state {}: the last one is {}", state, stateCount_ - 1));
  positions_ = instance_->loop + (node(id).pastDepth + 1u) * period_;
  moveTo(state);
  for (const SlotId slot : compiler_.freeSlots(expr))
    if (!assigned_[slot])
      throw EvaluationError(expr, fmt::format("the variable {} has no value", model_.variable(program().slots[slot].variable).name));
  for (const NodeId literal : compiler_.strings(expr)) set(literal);  // reports those that are no atoms, short cuts or not
  return id;
}

template <class Observer>
bool BasicEvaluator<Observer>::formulaAt(NodeId id, unsigned position) {
  moveTo(position);
  return formula(id);
}

template <class Observer>
Value BasicEvaluator<Observer>::valueAt(NodeId id, unsigned position) {
  moveTo(position);
  switch (node(id).sort) {
    case model::Sort::formula: return formula(id);
    case model::Sort::integer: return number(id);
    case model::Sort::relation: break;
  }
  return set(id);
}

template <class Observer>
void BasicEvaluator<Observer>::grow() {
  const Program& program = compiler_.program();
  if (cells_.size() < program.nodes.size()) cells_.resize(program.nodes.size());
  if (slotValues_.size() < program.slots.size()) {
    slotValues_.resize(program.slots.size());
    assigned_.resize(program.slots.size());
  }
}

template <class Observer>
std::uint64_t BasicEvaluator<Observer>::stampOf(const Node& n) const {
  std::uint64_t latest = boundAt_;
  for (std::uint64_t slots = n.slots; slots != 0; slots &= slots - 1)
    latest = std::max(latest, versions_[std::countr_zero(slots)]);
  return latest;
}

template <class Observer>
template <class T>
void BasicEvaluator<Observer>::report(const Node& n, const T& value) {
  if constexpr (observed) {
    if (n.source == model::noId) return;
    if constexpr (std::is_same_v<T, bool>) observer_.formula(n.source, value);
    else if constexpr (std::is_same_v<T, std::int32_t>) observer_.integer(n.source, value);
    else observer_.relation(n.source, value);
  }
}

// Another position of the trace while alive.
template <class Observer>
class BasicEvaluator<Observer>::AtPosition {
 public:
  explicit AtPosition(BasicEvaluator& evaluator) : evaluator_(evaluator), before_(evaluator.position_) {}
  ~AtPosition() { evaluator_.moveTo(before_); }
  AtPosition(const AtPosition&) = delete;
  AtPosition& operator=(const AtPosition&) = delete;
  unsigned before() const { return before_; }

 private:
  BasicEvaluator& evaluator_;
  unsigned before_;
};

// ---------------------------------------------------------------------------------------------------------------- formulas

template <class Observer>
bool BasicEvaluator<Observer>::formula(NodeId id) {
  const Node& n = node(id);
  if (!n.keep && !n.keepByTime) {
    const bool result = computeFormula(n);
    report(n, result);
    return result;
  }
  Cell& cell = cells_[id];
  const std::uint64_t stamp = stampOf(n);
  if (n.keepByTime) {
    if (cell.byTime.size() < positions_) cell.byTime.resize(positions_);
    if (cell.byTime[position_].stamp == stamp) return cell.byTime[position_].value;
  } else if (cell.stamp == stamp && (!n.variable || cell.position == position_)) {
    return cell.formula;
  }
  const bool result = computeFormula(n);
  report(n, result);
  if (n.keepByTime) {
    cell.byTime[position_] = {stamp, result};
  } else {
    cell.stamp = stamp;
    cell.position = position_;
    cell.formula = result;
  }
  return result;
}

// clang-format off
template <class Observer>
bool BasicEvaluator<Observer>::computeFormula(const Node& n) {
  const auto children = childrenOf(n);
  switch (n.code) {
    case Code::true_: return true;
    case Code::false_: return false;
    case Code::not_: return !formula(children[0]);
    case Code::and_: {
      bool result = true;
      for (const NodeId child : children) {
        result &= formula(child);
        if (!observed && !result) return false;
      }
      return result;
    }
    case Code::or_: {
      bool result = false;
      for (const NodeId child : children) {
        result |= formula(child);
        if (!observed && result) return true;
      }
      return result;
    }
    case Code::implies: {
      const bool premise = formula(children[0]);
      if (!observed && !premise) return true;
      return formula(children[1]) || !premise;
    }
    case Code::iff: {
      const bool left = formula(children[0]);
      return formula(children[1]) == left;
    }
    case Code::ifThenElse: {
      const bool condition = formula(children[0]);
      if constexpr (observed) {
        const bool yes = formula(children[1]), no = formula(children[2]);
        return condition ? yes : no;
      }
      return formula(children[condition ? 1 : 2]);
    }
    case Code::alias: observeOthers(n); return formula(children[0]);
    case Code::prime: {
      const AtPosition restore(*this);
      moveTo(next(position_));
      return formula(children[0]);
    }
    case Code::guard: return computeGuard(n) != n.negated;
    case Code::quantAll: case Code::quantSome: case Code::quantNo: case Code::quantLone: case Code::quantOne: return quantified(n);
    case Code::totalOrder: return totalOrder(n, false);
    case Code::plainTotalOrder: return totalOrder(n, true);
    default: return isTemporal(n.code) ? computeTemporal(n) : computeComparison(n) != n.negated;
  }
}

template <class Observer>
bool BasicEvaluator<Observer>::computeComparison(const Node& n) {
  const auto children = childrenOf(n);
  switch (n.code) {
    case Code::subset: case Code::equal: {
      model::TupleSet copy;
      const model::TupleSet& left = leftOperand(n, copy);
      const model::TupleSet& right = set(children[1]);
      return n.code == Code::equal ? left == right : left.subsetOf(right);
    }
    case Code::within: {
      model::TupleSet copy;
      return within(leftOperand(n, copy), n.payload);
    }
    case Code::some: return !set(children[0]).empty();
    case Code::no: return set(children[0]).empty();
    case Code::lone: return set(children[0]).sizeUpToTwo() <= 1;
    case Code::one: return set(children[0]).sizeUpToTwo() == 1;
    case Code::disjoint: return disjoint(n);
    default: break;
  }
  const std::int32_t left = number(children[0]);
  const std::int32_t right = number(children[1]);
  switch (n.code) {
    case Code::intEqual: return left == right;
    case Code::less: return left < right;
    case Code::greater: return left > right;
    case Code::lessEqual: return left <= right;
    case Code::greaterEqual: return left >= right;
    default: throw std::logic_error("not a formula");
  }
}
// clang-format on

// Future operators range over the positions that are still to come: to the end and, from within the loop, all of it.
template <class Observer>
bool BasicEvaluator<Observer>::computeTemporal(const Node& n) {
  const AtPosition restore(*this);
  const unsigned now = restore.before();
  const auto children = childrenOf(n);
  const auto at = [&](std::size_t child, unsigned position) {
    moveTo(position);
    return formula(children[child]);
  };
  // Whether `child` is `wanted` at some position from first to last.
  const auto occurs = [&](unsigned first, unsigned last, bool wanted) {
    bool found = false;
    for (unsigned p = first; p <= last; ++p) {
      found |= at(0, p) == wanted;
      if (!observed && found) break;
    }
    return found;
  };
  // `first` and then `step` further positions: whether child 1 is `wanted` at one of them and child 0 is so at all before it.
  const auto reaches = [&](unsigned steps, bool wanted, auto step) {
    bool decided = false, result = false;
    unsigned p = now;
    for (unsigned i = 0; i < steps; ++i, p = step(p)) {
      const bool goal = at(1, p) == wanted;
      if (!observed && goal) return true;
      const bool way = at(0, p) == wanted;
      if (!observed && !way) return false;
      if (!decided && (goal || !way)) {
        decided = true;
        result = goal;
      }
    }
    return result;
  };
  const unsigned loop = std::min(now, positions_ - period_), last = positions_ - 1, future = positions_ - loop;
  const auto later = [&](unsigned p) { return next(p); };
  const auto earlier = [](unsigned p) { return p - 1; };
  switch (n.code) {
    case Code::always: return !occurs(loop, last, false);
    case Code::eventually: return occurs(loop, last, true);
    case Code::after: return at(0, next(now));
    case Code::before: return now > 0 && at(0, now - 1);
    case Code::historically: return !occurs(0, now, false);
    case Code::once: return occurs(0, now, true);
    case Code::until: return reaches(future, true, later);
    case Code::releases: return !reaches(future, false, later);
    case Code::since: return reaches(now + 1, true, earlier);
    case Code::triggered: return !reaches(now + 1, false, earlier);
    default: throw std::logic_error("not a temporal operator");
  }
}

template <class Observer>
bool BasicEvaluator<Observer>::computeGuard(const Node& n) {
  const auto children = childrenOf(n);
  const bool plain = formula(children[0]);
  bool becomesTrue = false;
  for (std::size_t i = 1; i < children.size(); ++i) {
    if (!overflows(children[i])) continue;
    if (i > 32 || (n.payload >> (i - 1) & 1) != 0) return false;
    becomesTrue = true;
  }
  return plain || becomesTrue;
}

template <class Observer>
bool BasicEvaluator<Observer>::quantified(const Node& n) {
  const NodeId body = program().scopes[n.payload].body;
  std::uint64_t bindings = 0, trueBodies = 0;
  const auto visit = [&] {
    ++bindings;
    const bool holdsHere = formula(body);
    trueBodies += holdsHere;
    if (observed) return true;
    switch (n.code) {  // whether to go on
      case Code::quantAll: return holdsHere;
      case Code::quantSome: case Code::quantNo: return !holdsHere;
      default: return trueBodies < 2;
    }
  };
  bind(program().bindersOf(n), 0, visit);
  if constexpr (observed) {
    if (bindings == 0) observeUnbound(n);
    observer_.quantified(n.source, bindings, trueBodies);
  }
  switch (n.code) {
    case Code::quantAll: return trueBodies == bindings;
    case Code::quantSome: return trueBodies != 0;
    case Code::quantNo: return trueBodies == 0;
    case Code::quantLone: return trueBodies <= 1;
    default: return trueBodies == 1;
  }
}

// The union of the earlier ones must not meet the next.
template <class Observer>
bool BasicEvaluator<Observer>::disjoint(const Node& n) {
  const auto children = childrenOf(n);
  model::TupleSet earlier(universeSize(), node(children[0]).arity);
  bool result = true;
  for (const NodeId child : children) {
    const model::TupleSet& next = set(child);
    result &= !earlier.intersects(next);
    if (!observed && !result) return false;
    earlier = earlier.unite(next);
  }
  return result;
}

// pred/totalOrder[elements, first, next] (language reference 12.4).
template <class Observer>
bool BasicEvaluator<Observer>::totalOrder(const Node& n, bool plain) {
  const auto children = childrenOf(n);
  const model::TupleSet elements = set(children[0]);
  const model::TupleSet first = set(children[1]);
  const model::TupleSet nextOf = set(children[2]);
  const model::TupleSet reachable = first.unite(first.join(nextOf.closure()));
  if (plain) {
    if (first.size() != 1 || !(reachable == elements) || !nextOf.join(first).empty()) return false;
    unsigned lasts = 0;
    for (const model::Atom a : elements.atoms()) {
      const unsigned successors = model::TupleSet::atom(universeSize(), a).join(nextOf).sizeUpToTwo();
      if (successors == 2) return false;
      lasts += successors == 0;
    }
    return lasts == 1;
  }
  if (!elements.subsetOf(reachable) || !nextOf.join(first).empty()) return false;
  const model::TupleSet last = elements.subtract(nextOf.join(elements));
  const model::TupleSet closed = nextOf.closure();
  for (const model::Atom a : elements.atoms()) {
    const model::TupleSet e = model::TupleSet::atom(universeSize(), a);
    if (!(e == first) && nextOf.join(e).sizeUpToTwo() != 1) return false;
    if (!(e == last) && e.join(nextOf).sizeUpToTwo() != 1) return false;
    if (e.subsetOf(e.join(closed))) return false;
  }
  return true;
}

namespace detail {
inline bool satisfies(model::Multiplicity multiplicity, const model::TupleSet& set) {
  switch (multiplicity) {
    case model::Multiplicity::set: return true;
    case model::Multiplicity::lone: return set.sizeUpToTwo() <= 1;
    case model::Multiplicity::one: return set.sizeUpToTwo() == 1;
    case model::Multiplicity::some: return !set.empty();
  }
  return true;
}

/// The rests of the tuples of r that begin with (`fromLeft`), or end with, this tuple.
inline model::TupleSet restOf(const model::TupleSet& r, std::span<const model::Atom> tuple, bool fromLeft) {
  model::TupleSet rest = r;
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    const model::TupleSet end = model::TupleSet::atom(r.universeSize(), fromLeft ? tuple[i] : tuple[tuple.size() - 1 - i]);
    rest = fromLeft ? end.join(rest) : rest.join(end);
  }
  return rest;
}
}  // namespace detail

template <class Observer>
bool BasicEvaluator<Observer>::within(const model::TupleSet& r, BoundId id) {
  const Bound& bound = program().bounds[id];
  switch (bound.kind) {
    case Bound::Kind::value: return r.subsetOf(set(bound.value));
    case Bound::Kind::multiplicity: {
      const bool inside = r.subsetOf(set(bound.value));
      return inside && detail::satisfies(bound.right, r);
    }
    case Bound::Kind::arrow: return withinArrow(r, bound);
    case Bound::Kind::sequence: return withinSequence(r, bound);
  }
  return false;
}

template <class Observer>
bool BasicEvaluator<Observer>::withinArrow(const model::TupleSet& r, const Bound& bound) {
  if (!r.subsetOf(set(bound.value)) && !observed) return false;
  const model::TupleSet whole = set(bound.value);
  bool result = r.subsetOf(whole);
  const auto side = [&](BoundId own, BoundId other, model::Multiplicity multiplicity, bool fromLeft) {
    const Bound& mine = program().bounds[own];
    if (multiplicity == model::Multiplicity::set && program().bounds[other].kind == Bound::Kind::value) return;
    const model::TupleSet domain = set(mine.value);
    domain.forEach([&](std::span<const model::Atom> tuple) {
      if (!result && !observed) return;
      if (mine.arity > 1 && !within(model::TupleSet::singleton(universeSize(), tuple), own)) return;
      const model::TupleSet rest = detail::restOf(r, tuple, fromLeft);
      result &= detail::satisfies(multiplicity, rest) && within(rest, other);
    });
  };
  side(bound.leftBound, bound.rightBound, bound.right, true);
  side(bound.rightBound, bound.leftBound, bound.left, false);
  return result;
}

// Indices 0 .. k-1, each with at most one element.
template <class Observer>
bool BasicEvaluator<Observer>::withinSequence(const model::TupleSet& r, const Bound& bound) {
  if (!r.subsetOf(set(bound.value))) return false;
  const model::TupleSet indices = set(program().bounds[bound.leftBound].value);
  bool ended = false, result = true;
  for (const model::Atom index : indices.atoms()) {
    const model::TupleSet element = model::TupleSet::atom(universeSize(), index).join(r);
    if (element.sizeUpToTwo() > 1 || (ended && !element.empty())) result = false;
    ended |= element.empty();
    result &= within(element, bound.rightBound);
  }
  return result;
}

// ---------------------------------------------------------------------------------------------------------------- integers

template <class Observer>
std::int32_t BasicEvaluator<Observer>::number(NodeId id) {
  const Node& n = node(id);
  if (!n.keep) {
    const std::int32_t result = computeNumber(n);
    report(n, result);
    return result;
  }
  Cell& cell = cells_[id];
  const std::uint64_t stamp = stampOf(n);
  if (cell.stamp == stamp && (!n.variable || cell.position == position_)) return cell.integer;
  const std::int32_t result = computeNumber(n);
  report(n, result);
  cell.stamp = stamp;
  cell.position = position_;
  cell.integer = result;
  return result;
}

// clang-format off
template <class Observer>
std::int32_t BasicEvaluator<Observer>::computeNumber(const Node& n) {
  const auto children = childrenOf(n);
  switch (n.code) {
    case Code::literal: return arithmetic_.wrap(static_cast<std::int32_t>(n.payload));
    case Code::minInt: return arithmetic_.min();
    case Code::maxInt: return arithmetic_.max();
    case Code::cardinality: return arithmetic_.wrap(static_cast<std::int64_t>(set(children[0]).size()));
    case Code::sumOf: return sumOfAtoms(set(children[0]));
    case Code::sum: {
      const NodeId body = program().scopes[n.payload].body;
      std::int32_t total = 0;
      bool bound = false;
      const auto visit = [&] {
        bound = true;
        total = arithmetic_.add(total, number(body));
        return true;
      };
      bind(program().bindersOf(n), 0, visit);
      if (observed && !bound) observeUnbound(n);
      return total;
    }
    case Code::ifThenElse: {
      const bool condition = formula(children[0]);
      if constexpr (observed) {
        const std::int32_t yes = number(children[1]), no = number(children[2]);
        return condition ? yes : no;
      }
      return number(children[condition ? 1 : 2]);
    }
    case Code::alias: observeOthers(n); return number(children[0]);
    case Code::prime: {
      const AtPosition restore(*this);
      moveTo(next(position_));
      return number(children[0]);
    }
    default: break;
  }
  const std::int32_t a = number(children[0]);
  const std::int32_t b = number(children[1]);
  switch (n.code) {
    case Code::add: return arithmetic_.add(a, b);
    case Code::subtractInt: return arithmetic_.subtract(a, b);
    case Code::multiply: return arithmetic_.multiply(a, b);
    case Code::divide: return arithmetic_.divide(a, b);
    case Code::remainder: return arithmetic_.remainder(a, b);
    case Code::shiftLeft: return arithmetic_.shiftLeft(a, b);
    case Code::shiftRight: return arithmetic_.shiftRight(a, b);
    case Code::shiftRightLogical: return arithmetic_.shiftRightLogical(a, b);
    default: throw std::logic_error("not an integer expression");
  }
}
// clang-format on

template <class Observer>
std::int32_t BasicEvaluator<Observer>::sumOfAtoms(const model::TupleSet& set) const {
  std::int32_t total = 0;
  set.forEach([&](std::span<const model::Atom> tuple) {
    if (universe_->isInt(tuple[0])) total = arithmetic_.add(total, universe_->intValue(tuple[0]));
  });
  return total;
}

// --------------------------------------------------------------------------------------------------------------- relations

template <class Observer>
const model::TupleSet& BasicEvaluator<Observer>::set(NodeId id) {
  const Node& n = node(id);
  Cell& cell = cells_[id];
  if (!n.keep) {
    const model::TupleSet& result = computeSet(n, cell);
    report(n, result);
    return result;
  }
  const std::uint64_t stamp = stampOf(n);
  if (cell.stamp == stamp && (!n.variable || cell.position == position_)) return cell.relation;
  cell.stamp = 0;  // what is there now is being overwritten
  const model::TupleSet& result = computeSet(n, cell);
  if (&result != &cell.relation) cell.relation = result;
  report(n, cell.relation);
  cell.stamp = stamp;
  cell.position = position_;
  return cell.relation;
}

// clang-format off
template <class Observer>
const model::TupleSet& BasicEvaluator<Observer>::computeSet(const Node& n, Cell& cell) {
  const auto children = childrenOf(n);
  model::TupleSet& out = cell.relation;
  switch (n.code) {
    case Code::slot: return slotValues_[n.payload];
    case Code::sig: return state_->sigs[n.payload];
    case Code::field: return state_->fields[n.payload];
    case Code::unite: return binary(n, cell, model::TupleSet::unite);
    case Code::subtract: return binary(n, cell, model::TupleSet::subtract);
    case Code::intersect: return binary(n, cell, model::TupleSet::intersect);
    case Code::overrideWith: return binary(n, cell, model::TupleSet::overrideWith);
    case Code::product: return binary(n, cell, model::TupleSet::product);
    case Code::join: return binary(n, cell, model::TupleSet::join);
    case Code::rangeRestrict: return binary(n, cell, model::TupleSet::rangeRestrict);
    case Code::domainRestrict: {
      model::TupleSet copy;
      const model::TupleSet& left = leftOperand(n, copy);
      model::TupleSet::domainRestrict(set(children[1]), left, out);
      return out;
    }
    case Code::transpose: model::TupleSet::transpose(set(children[0]), out); return out;
    case Code::closure: model::TupleSet::closure(set(children[0]), out); return out;
    case Code::reflexiveClosure: {
      const model::TupleSet closed = set(children[0]).closure();
      model::TupleSet all;
      computeUniv(all);
      model::TupleSet::unite(closed, model::TupleSet::identity(all), out);
      return out;
    }
    case Code::comprehension: comprehend(n, out); return out;
    case Code::intAtom: {
      const std::int32_t value = number(children[0]);
      if (universe_->bitwidth() == 0) out.reset(universeSize(), 1);
      else out.assignAtom(universeSize(), universe_->intAtom(value));
      return out;
    }
    case Code::fromZero: {
      const auto k = static_cast<std::int32_t>(n.payload);
      out.reset(universeSize(), 1);
      if (universe_->bitwidth() == 0) return out;
      if (arithmetic_.isFirstTooLarge(k)) out.assignAtom(universeSize(), universe_->intAtom(arithmetic_.min()));
      else if (arithmetic_.wrap(k) != 0) out.assignAtom(universeSize(), universe_->intAtom(0));
      return out;
    }
    case Code::ifThenElse: {
      const bool condition = formula(children[0]);
      if constexpr (observed) {
        const model::TupleSet yes = set(children[1]);
        const model::TupleSet& no = set(children[2]);
        return out = condition ? yes : no;
      }
      return set(children[condition ? 1 : 2]);
    }
    case Code::alias: observeOthers(n); return set(children[0]);
    case Code::prime: {
      const AtPosition restore(*this);
      moveTo(next(position_));
      return out = set(children[0]);
    }
    case Code::empty: out.reset(universeSize(), n.arity); return out;
    case Code::univ: computeUniv(out); return out;
    case Code::iden: {
      model::TupleSet all;
      computeUniv(all);
      return out = model::TupleSet::identity(all);
    }
    case Code::ints: return out = model::TupleSet::range(universeSize(), universe_->firstInt(), universeSize());
    case Code::strings: return out = model::TupleSet::range(universeSize(), universe_->firstString(), universe_->firstInt());
    case Code::seqInts: {
      const std::int32_t length = std::min(instance_->maxSequence, universe_->maxInt() + 1);
      if (universe_->bitwidth() == 0 || length <= 0) out.reset(universeSize(), 1);
      else out = model::TupleSet::range(universeSize(), universe_->intAtom(0), universe_->intAtom(0) + static_cast<model::Atom>(length));
      return out;
    }
    case Code::nextInt: {
      out.reset(universeSize(), 2);
      for (model::Atom a = universe_->firstInt(); a + 1 < universeSize(); ++a) out.insert(std::array{a, a + 1});
      return out;
    }
    case Code::stringAtom: {
      const auto found = universe_->find(model_.strings()[n.payload]);
      if (!found || !universe_->isString(*found))
        throw EvaluationError(n.source, fmt::format("the string {} is no atom of this instance", model_.strings()[n.payload]));
      out.assignAtom(universeSize(), *found);
      return out;
    }
    case Code::namedAtom: {
      const auto found = universe_->find(model_.strings()[n.payload]);
      if (found) out.assignAtom(universeSize(), *found);
      else out.reset(universeSize(), 1);
      return out;
    }
    case Code::skolem: {
      for (std::size_t i = 0; i < instance_->skolems.size(); ++i)
        if (instance_->skolems[i].name == model_.strings()[n.payload]) return state_->skolems[i];
      out.reset(universeSize(), n.arity);
      return out;
    }
    default: throw std::logic_error("not a relational expression");
  }
}
// clang-format on

template <class Observer>
const model::TupleSet& BasicEvaluator<Observer>::binary(const Node& n, Cell& cell, BinaryOperation operation) {
  model::TupleSet copy;
  const model::TupleSet& left = leftOperand(n, copy);
  operation(left, set(childrenOf(n)[1]), cell.relation);
  return cell.relation;
}

// The first operand; a copy of it when evaluating another operand may evaluate it again, in another state.
template <class Observer>
const model::TupleSet& BasicEvaluator<Observer>::leftOperand(const Node& n, model::TupleSet& copy) {
  const auto children = childrenOf(n);
  const model::TupleSet& left = set(children[0]);
  if (!n.shiftsTime || !node(children[0]).variable) return left;
  return copy = left;
}

template <class Observer>
void BasicEvaluator<Observer>::computeUniv(model::TupleSet& out) const {
  out = model::TupleSet::range(universeSize(), universe_->firstString(), universeSize());
  for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
    if (model_.isTopLevel(id)) out = out.unite(state_->sigs[id]);
}

template <class Observer>
void BasicEvaluator<Observer>::comprehend(const Node& n, model::TupleSet& out) {
  const auto binders = program().bindersOf(n);
  const NodeId body = program().scopes[n.payload].body;
  out.reset(universeSize(), n.arity);
  std::vector<model::Atom> tuple(binders.size());
  bool bound = false;
  const auto visit = [&] {
    bound = true;
    if (!formula(body)) return true;
    for (std::size_t i = 0; i < binders.size(); ++i)
      slotValues_[binders[i].slot].forEach([&](std::span<const model::Atom> atom) { tuple[i] = atom[0]; });
    out.insert(tuple);
    return true;
  };
  bind(binders, 0, visit);
  if (observed && !bound) observeUnbound(n);
}

// ---------------------------------------------------------------------------------------------------------------- bindings

template <class Observer>
template <class Visit>
bool BasicEvaluator<Observer>::bind(std::span<const Binder> binders, std::size_t index, Visit& visit) {
  if (index == binders.size()) return visit();
  if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) throw EvaluationError(model::noId, "interrupted");
  return binders[index].firstOrder ? bindAtoms(binders, index, visit) : bindRelations(binders, index, visit);
}

template <class Observer>
template <class Visit>
bool BasicEvaluator<Observer>::bindAtoms(std::span<const Binder> binders, std::size_t index, Visit& visit) {
  const Binder& binder = binders[index];
  const model::TupleSet& domain = set(binder.domain);
  const auto bindTo = [&](model::Atom a) {
    slotValues_[binder.slot].assignAtom(universeSize(), a);
    touch(binder.slot);
    return meetsEarlier(binders, index) || bind(binders, index + 1, visit);
  };
  if (domain.dense()) {  // the body may evaluate the domain again: take the word with us
    for (std::uint64_t atoms = domain.empty() ? 0 : domain.words()[0]; atoms != 0; atoms &= atoms - 1)
      if (!bindTo(static_cast<model::Atom>(std::countr_zero(atoms)))) return false;
    return true;
  }
  for (const model::Atom a : domain.atoms())
    if (!bindTo(a)) return false;
  return true;
}

// All sub-relations of the bound that its multiplicities allow.
template <class Observer>
template <class Visit>
bool BasicEvaluator<Observer>::bindRelations(std::span<const Binder> binders, std::size_t index, Visit& visit) {
  const Binder& binder = binders[index];
  const model::TupleSet domain = set(binder.domain);
  std::vector<model::TupleSet> tuples;
  domain.forEach([&](std::span<const model::Atom> tuple) { tuples.push_back(model::TupleSet::singleton(universeSize(), tuple)); });
  const auto bindTo = [&](const model::TupleSet& value) {
    if (!detail::satisfies(binder.multiplicity, value)) return true;
    if (binder.bound != model::noId && !within(value, binder.bound)) return true;
    setSlot(binder.slot, value);
    return meetsEarlier(binders, index) || bind(binders, index + 1, visit);
  };
  const bool atMostOne = binder.multiplicity == model::Multiplicity::lone || binder.multiplicity == model::Multiplicity::one;
  if (!bindTo(model::TupleSet(universeSize(), domain.arity()))) return false;
  if (atMostOne) {
    for (const model::TupleSet& tuple : tuples)
      if (!bindTo(tuple)) return false;
    return true;
  }
  if (tuples.size() >= 63 || (std::uint64_t{1} << tuples.size()) > options_.higherOrderLimit)
    throw EvaluationError(node(binder.domain).source,
                          fmt::format("a variable ranges over the sub-relations of {} tuples, which are more than {}", tuples.size(),
                                      options_.higherOrderLimit));
  for (std::uint64_t subset = 1; subset < std::uint64_t{1} << tuples.size(); ++subset) {
    model::TupleSet value(universeSize(), domain.arity());
    for (std::uint64_t rest = subset; rest != 0; rest &= rest - 1)
      value = value.unite(tuples[static_cast<std::size_t>(std::countr_zero(rest))]);
    if (!bindTo(value)) return false;
  }
  return true;
}

// `disj`: this variable shares a tuple with one of the same declaration.
template <class Observer>
bool BasicEvaluator<Observer>::meetsEarlier(std::span<const Binder> binders, std::size_t index) const {
  for (std::size_t i = index - binders[index].disjointFrom; i < index; ++i)
    if (slotValues_[binders[i].slot].intersects(slotValues_[binders[index].slot])) return true;
  return false;
}

// Arguments of a call, the value of a let: seen even when nothing uses them.
template <class Observer>
void BasicEvaluator<Observer>::observeOthers(const Node& n) {
  if constexpr (observed)
    for (const NodeId child : childrenOf(n).subspan(1)) observe(child);
}

template <class Observer>
void BasicEvaluator<Observer>::observe(NodeId id) {
  switch (node(id).sort) {
    case model::Sort::formula: formula(id); break;
    case model::Sort::integer: number(id); break;
    case model::Sort::relation: set(id); break;
  }
}

// A quantifier, comprehension or sum without a binding: what stands in it and does not depend on its variables has a value all the
// same (as `^link` in the AUnit paper's example, section 4.3.1).
template <class Observer>
void BasicEvaluator<Observer>::observeUnbound(const Node& n) {
  for (const NodeId child : childrenOf(n)) observeIndependent(child, slotsBoundBy(n));
}

template <class Observer>
std::uint64_t BasicEvaluator<Observer>::slotsBoundBy(const Node& n) const {
  std::uint64_t slots = 0;
  for (const Binder& binder : program().bindersOf(n)) slots |= std::uint64_t{1} << binder.slot % 64;
  return slots;
}

// Evaluates the largest parts of a node that depend on none of these slots, where its temporal operators look.
template <class Observer>
void BasicEvaluator<Observer>::observeIndependent(NodeId id, std::uint64_t slots) {
  const Node& n = node(id);
  if ((n.slots & slots) == 0) return observe(id);
  if (hasScope(n.code)) slots |= slotsBoundBy(n);
  const AtPosition restore(*this);
  unsigned first = position_, last = position_;
  switch (n.code) {
    case Code::prime: case Code::after: first = last = next(position_); break;
    case Code::before:
      if (position_ == 0) return;
      first = last = position_ - 1;
      break;
    case Code::historically: case Code::once: case Code::since: case Code::triggered: first = 0; break;
    case Code::always: case Code::eventually: case Code::until: case Code::releases:
      first = std::min(position_, positions_ - period_);
      last = positions_ - 1;
      break;
    default: break;
  }
  for (unsigned p = first; p <= last; ++p) {
    moveTo(p);
    for (const NodeId child : childrenOf(n)) observeIndependent(child, slots);
  }
}

// --------------------------------------------------------------------------------------------------------------- overflows

// Whether computing the value of a relational or integer expression overflows. A relation made from integers carries their
// overflows with it.
// clang-format off
template <class Observer>
bool BasicEvaluator<Observer>::overflows(NodeId id) {
  const Node& n = node(id);
  if (!n.mayOverflow) return false;
  const auto children = childrenOf(n);
  switch (n.code) {
    case Code::alias: return overflows(children[0]);
    case Code::ifThenElse: return overflows(children[formula(children[0]) ? 1 : 2]);
    case Code::prime: {
      const AtPosition restore(*this);
      moveTo(next(position_));
      return overflows(children[0]);
    }
    case Code::literal: return !arithmetic_.fits(static_cast<std::int32_t>(n.payload));
    case Code::fromZero: {
      const auto k = static_cast<std::int32_t>(n.payload);
      return !arithmetic_.fits(k) && !arithmetic_.isFirstTooLarge(k);
    }
    case Code::sum: return sumOverflows(n);
    default: break;
  }
  for (const NodeId child : children)
    if (overflows(child)) return true;
  switch (n.code) {
    case Code::cardinality: return !arithmetic_.fits(static_cast<std::int64_t>(set(children[0]).size()));
    case Code::sumOf: return sumOfAtomsOverflows(set(children[0]));
    case Code::add: return arithmetic_.addOverflows(number(children[0]), number(children[1]));
    case Code::subtractInt: return arithmetic_.subtractOverflows(number(children[0]), number(children[1]));
    case Code::multiply: return arithmetic_.multiplyOverflows(number(children[0]), number(children[1]));
    case Code::divide: return arithmetic_.divideOverflows(number(children[0]), number(children[1]));
    case Code::remainder: return arithmetic_.remainderOverflows(number(children[1]));
    case Code::shiftLeft: return arithmetic_.shiftLeftOverflows(number(children[0]), number(children[1]));
    default: return false;
  }
}
// clang-format on

// A sum overflows when its total does not fit, whatever happens on the way.
template <class Observer>
bool BasicEvaluator<Observer>::sumOverflows(const Node& n) {
  const NodeId body = program().scopes[n.payload].body;
  std::int64_t total = 0;
  const auto visit = [&] {
    total += number(body);
    return !overflows(body);
  };
  return !bind(program().bindersOf(n), 0, visit) || !arithmetic_.fits(total);
}

template <class Observer>
bool BasicEvaluator<Observer>::sumOfAtomsOverflows(const model::TupleSet& set) const {
  std::int64_t total = 0;
  set.forEach([&](std::span<const model::Atom> tuple) {
    if (universe_->isInt(tuple[0])) total += universe_->intValue(tuple[0]);
  });
  return !arithmetic_.fits(total);
}

}  // namespace aunit::evaluator
