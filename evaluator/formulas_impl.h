// Definitions of BasicEvaluator for formulas. Included by evaluator_impl.h.
#pragma once

#include <algorithm>

#include "evaluator/evaluator.h"

namespace aunit::evaluator {

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
    case Code::subset:
      if (large_) {
        if (const auto known = meetsReach(children[0], children[1])) return *known;
        if (const auto known = compareWithProduct(n)) return *known;
      }
      return withOperands(n, [](const auto& left, const auto& right) { return left.subsetOf(right); });
    case Code::equal:
      if (large_)
        if (const auto known = compareWithProduct(n)) return *known;
      return withOperands(n, [](const auto& left, const auto& right) { return left == right; });
    case Code::within: {
      if (!n.shiftsTime) return within(set(children[0]), n.payload);
      const model::TupleSet left = set(children[0]);
      return within(left, n.payload);
    }
    case Code::some: return large_ ? sizeUpToTwo(children[0]) != 0 : !set(children[0]).empty();
    case Code::no: return large_ ? sizeUpToTwo(children[0]) == 0 : set(children[0]).empty();
    case Code::lone: return sizeUpToTwo(children[0]) <= 1;
    case Code::one: return sizeUpToTwo(children[0]) == 1;
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

// A future operator refers to all positions from the current one on, and to all positions of the loop.
template <class Observer>
bool BasicEvaluator<Observer>::computeTemporal(const Node& n) {
  const AtPosition restore(*this);
  const unsigned now = restore.before();
  const auto children = childrenOf(n);
  const auto at = [&](std::size_t child, unsigned position) {
    moveTo(position);
    return formula(children[child]);
  };
  // Whether child 0 has the value `wanted` at some position from first to last.
  const auto occurs = [&](unsigned first, unsigned last, bool wanted) {
    bool found = false;
    for (unsigned p = first; p <= last; ++p) {
      found |= at(0, p) == wanted;
      if (!observed && found) break;
    }
    return found;
  };
  // Visits `steps` positions, beginning with the current one. Returns whether child 1 has the value `wanted` at one of them,
  // and child 0 has the value `wanted` at each position that is visited earlier.
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
  bool result = plain;
  NodeId overflow = model::noId;
  for (std::size_t i = 1; i < children.size(); ++i) {
    if (!overflows(children[i])) continue;
    overflow = children[i];
    result = i <= 32 && (n.payload >> (i - 1) & 1) == 0;
    if (!result) break;
  }
  if (overflow != model::noId && (result != plain || !result))
    noteExcluded(overflow, result != plain ? Exclusion::decided : Exclusion::ofComparison);
  return result;
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
    switch (n.code) {  // returns whether the result is still open, so that more bindings must be visited
      case Code::quantAll: return holdsHere;
      case Code::quantSome:
      case Code::quantNo: return !holdsHere;
      default: return trueBodies < 2;
    }
  };
  bind<true>(program().bindersOf(n), 0, visit);
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

// Checks that each child shares no tuple with the union of the children before it.
template <class Observer>
bool BasicEvaluator<Observer>::disjoint(const Node& n) {
  const auto children = childrenOf(n);
  if (large_ && !observed && !n.shiftsTime) {
    // Returns the union of `sets`, or std::nullopt if two of them share a tuple. Computes the union of each half recursively: for
    // many sets this is faster than adding one set after the other.
    const auto unionOf = [&](const auto& self, std::span<const NodeId> sets) -> std::optional<model::TupleSet> {
      if (sets.size() == 1) return set(sets.front());
      const auto left = self(self, sets.first(sets.size() / 2));
      const auto right = left ? self(self, sets.subspan(sets.size() / 2)) : std::nullopt;
      if (!right || left->intersects(*right)) return std::nullopt;
      return left->unite(*right);
    };
    return unionOf(unionOf, children).has_value();
  }
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
  std::optional<model::Digraph> graph;  // for large universes, for which the closure is too expensive
  model::TupleSet closed, before, reachable;
  if (large_) {
    graph.emplace(nextOf);
    graph->reachedFrom(first, reachable);
    before = nextOf.transpose();
  } else {
    closed = nextOf.closure();
    reachable = first.join(closed);
  }
  reachable = reachable.unite(first);
  if (plain ? first.size() != 1 || !(reachable == elements) : !elements.subsetOf(reachable)) return false;
  if (!nextOf.join(first).empty()) return false;
  const model::TupleSet last = elements.subtract(nextOf.join(elements));
  unsigned ends = 0;
  for (const model::Atom a : elements.atoms()) {
    const model::TupleSet e = model::TupleSet::atom(universeSize(), a);
    const unsigned successors = e.join(nextOf).sizeUpToTwo();
    if (plain) {
      if (successors == 2) return false;
      ends += successors == 0;
      continue;
    }
    if (!(e == first) && (large_ ? e.join(before) : nextOf.join(e)).sizeUpToTwo() != 1) return false;
    if (!(e == last) && successors != 1) return false;
    if (large_ ? graph->onCycle(a) : e.subsetOf(e.join(closed))) return false;
  }
  return !plain || ends == 1;
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

/// The tuples of r that begin with `tuple` if `fromLeft` is true, or end with it if not. The columns of `tuple` are removed.
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
    case Bound::Kind::value: return inside(r, bound.value);
    case Bound::Kind::multiplicity: return inside(r, bound.value) && detail::satisfies(bound.right, r);
    case Bound::Kind::arrow: return withinArrow(r, bound);
    case Bound::Kind::sequence: return withinSequence(r, bound);
  }
  return false;
}

template <class Observer>
bool BasicEvaluator<Observer>::withinArrow(const model::TupleSet& r, const Bound& bound) {
  bool result = inside(r, bound.value);
  if (!result && !observed) return false;
  const auto side = [&](BoundId own, BoundId other, model::Multiplicity multiplicity, bool fromLeft) {
    const Bound& mine = program().bounds[own];
    const Bound& theirs = program().bounds[other];
    if (multiplicity == model::Multiplicity::set && theirs.kind == Bound::Kind::value) return;
    const model::TupleSet& value = set(mine.value);
    const bool plain = large_ && result && mine.arity == 1;
    if (plain && r.arity() == 2 && theirs.kind == Bound::Kind::value) {
      result = withinByDegrees(r, multiplicity, value.size(), fromLeft);
      if constexpr (observed) set(theirs.value);
      return;
    }
    const auto check = [&](std::span<const model::Atom> tuple) {
      if (!result && !observed) return;
      if (mine.arity > 1 && !within(model::TupleSet::singleton(universeSize(), tuple), own)) return;
      const model::TupleSet rest = detail::restOf(r, tuple, fromLeft);
      result &= detail::satisfies(multiplicity, rest) && within(rest, other);
    };
    // Atoms without an image under r need no check if the multiplicity and the bound `other` accept the empty set.
    const bool lenient = multiplicity == model::Multiplicity::set || multiplicity == model::Multiplicity::lone;
    if (!observed && plain && fromLeft && lenient && acceptsEmpty(other)) {
      model::Atom last = universeSize();
      return r.forEach([&](std::span<const model::Atom> tuple) {
        if (tuple[0] != last) check(tuple.first(1));
        last = tuple[0];
      });
    }
    const model::TupleSet domain = value;
    domain.forEach(check);
  };
  side(bound.leftBound, bound.rightBound, bound.right, true);
  side(bound.rightBound, bound.leftBound, bound.left, false);
  return result;
}

// Whether r is a sequence: it maps each index 0 .. k-1 to exactly one element, and has no other index.
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

}  // namespace aunit::evaluator
