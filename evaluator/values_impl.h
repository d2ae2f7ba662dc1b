// Definitions of BasicEvaluator for integers, relations and their overflows. Included by evaluator_impl.h.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "evaluator/rows.h"

namespace aunit::evaluator {

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
  const auto wrap = [&](std::int64_t exact) {
    wrapped_ |= !arithmetic_.fits(exact);
    return arithmetic_.wrap(exact);
  };
  switch (n.code) {
    case Code::literal: return wrap(static_cast<std::int32_t>(n.payload));
    case Code::minInt: return universe_->minInt();
    case Code::maxInt: return std::max(0, universe_->maxInt());
    case Code::cardinality: return wrap(static_cast<std::int64_t>(set(children[0]).size()));
    case Code::sumOf: return sumOfAtoms(set(children[0]));
    case Code::sum: {
      const NodeId body = program().scopes[n.payload].body;
      std::int32_t total = 0;
      bool bound = false;
      const auto visit = [&] {
        bound = true;
        total = wrap(std::int64_t{total} + number(body));
        return true;
      };
      bind<false>(program().bindersOf(n), 0, visit);
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
    case Code::add: return wrap(std::int64_t{a} + b);
    case Code::subtractInt: return wrap(std::int64_t{a} - b);
    case Code::multiply: return wrap(std::int64_t{a} * b);
    case Code::divide: wrapped_ |= arithmetic_.divideOverflows(a, b); return arithmetic_.divide(a, b);
    case Code::remainder: wrapped_ |= arithmetic_.remainderOverflows(b); return arithmetic_.remainder(a, b);
    case Code::shiftLeft: wrapped_ |= arithmetic_.shiftLeftOverflows(a, b); return arithmetic_.shiftLeft(a, b);
    case Code::shiftRight: return arithmetic_.shiftRight(a, b);
    case Code::shiftRightLogical: return arithmetic_.shiftRightLogical(a, b);
    default: throw std::logic_error("not an integer expression");
  }
}
// clang-format on

template <class Observer>
std::int32_t BasicEvaluator<Observer>::sumOfAtoms(const model::TupleSet& set) {
  const std::int64_t total = exactSumOfAtoms(set);
  wrapped_ |= !arithmetic_.fits(total);
  return arithmetic_.wrap(total);
}

// --------------------------------------------------------------------------------------------------------------- relations

template <class Observer>
const model::TupleSet& BasicEvaluator<Observer>::setOf(const Node& n, Cell& cell) {
  if (!n.keep) {
    cell.stamp = 0;  // invalidates a value that was cached when `keep` was true
    const model::TupleSet& result = computeSet(n, cell);
    report(n, result);
    return result;
  }
  const std::uint64_t stamp = stampOf(n);
  if (cell.stamp == stamp && (!n.variable || cell.position == position_)) return cell.relation;
  cell.stamp = 0;  // invalidates the old value first: computeSet() overwrites it, and may throw
  const model::TupleSet& result = computeSet(n, cell);
  if (&result != &cell.relation) cell.relation = result;
  report(n, cell.relation);
  cell.stamp = stamp;
  cell.position = position_;
  return cell.relation;
}

// clang-format off
template <class Observer>
const model::TupleSet& BasicEvaluator<Observer>::computeSet(const Node& n, Cell& cell) try {
  const auto children = childrenOf(n);
  model::TupleSet& out = cell.relation;
  using Operation = void (*)(const model::TupleSet&, const model::TupleSet&, model::TupleSet&);
  const auto binary = [&](Operation operation) -> const model::TupleSet& {
    withOperands(n, [&](const model::TupleSet& left, const model::TupleSet& right) { operation(left, right, out); });
    return out;
  };
  const auto indexed = [&](Operation operation, auto onIndex) -> const model::TupleSet& {
    withOperands(n, [&](const model::TupleSet& left, const model::TupleSet& right) {
      const model::LastColumn* index = lastColumnFor(n, left, right);
      index == nullptr ? operation(left, right, out) : (index->*onIndex)(left, right, out);
    });
    return out;
  };
  switch (n.code) {
    case Code::slot: return slotValues_[n.payload];
    case Code::sig: return state_->sigs[n.payload];
    case Code::field: return state_->fields[n.payload];
    case Code::unite: return binary(model::TupleSet::unite);
    case Code::subtract:
      if (large_ && filterByProduct(n, false, out)) return out;
      return binary(model::TupleSet::subtract);
    case Code::intersect:
      if (large_ && intersectLarge(n, out)) return out;
      return binary(model::TupleSet::intersect);
    case Code::overrideWith: return binary(model::TupleSet::overrideWith);
    case Code::product: return binary(model::TupleSet::product);
    case Code::join:
      if (large_ && joinClosure(n, out)) return out;
      return large_ ? indexed(model::TupleSet::join, &model::LastColumn::join) : binary(model::TupleSet::join);
    case Code::rangeRestrict:
      return large_ ? indexed(model::TupleSet::rangeRestrict, &model::LastColumn::rangeRestrict) : binary(model::TupleSet::rangeRestrict);
    case Code::domainRestrict:
      return binary([](const model::TupleSet& left, const model::TupleSet& right, model::TupleSet& result) { model::TupleSet::domainRestrict(right, left, result); });
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
    case Code::intAtom:
    case Code::fittingIntAtom: {
      const std::int32_t value = number(children[0]);
      const bool excluded = n.code == Code::fittingIntAtom && overflows(children[0]);
      if (excluded) noteExcluded(children[0], Exclusion::ofSet);
      if (excluded || universe_->bitwidth() == 0) out.reset(universeSize(), 1);
      else out.assignAtom(universeSize(), universe_->intAtom(value));
      return out;
    }
    case Code::fromZero: {
      const auto k = static_cast<std::int32_t>(n.payload);
      out.reset(universeSize(), 1);
      if (universe_->bitwidth() == 0) return out;
      wrapped_ |= !arithmetic_.fits(k) && !arithmetic_.isFirstTooLarge(k);
      if (arithmetic_.isFirstTooLarge(k)) out.assignAtom(universeSize(), universe_->intAtom(arithmetic_.min()));
      else if (arithmetic_.wrap(k) != 0 || (options_.semantics.noOverflow && !arithmetic_.fits(k))) out.assignAtom(universeSize(), universe_->intAtom(0));
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
    case Code::rows: uniteRows(n, out); return out;
    case Code::empty: out.reset(universeSize(), n.arity); return out;
    case Code::univ: computeUniv(out); return out;
    case Code::allAtoms: return out = model::TupleSet::range(universeSize(), 0, universeSize());
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
      for (model::Atom a = universe_->firstInt(); a + 1 < universeSize(); ++a) out.append(std::array{a, a + 1});
      return out;
    }
    case Code::stringAtom: {
      const auto found = universe_->find(model_.strings()[n.payload]);
      if (!found || !universe_->isString(*found))
        throw EvaluationError(n.source, fmt::format("the string {} is not an atom of this instance", model_.strings()[n.payload]));
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
} catch (const std::length_error& error) {
  throw EvaluationError(n.source, error.what());
}
// clang-format on

// Calls operation(left, right) with the values of the operands. Copies the left value if the evaluation of the right operand may
// evaluate the left operand again, in another state.
template <class Observer>
template <class Operation>
decltype(auto) BasicEvaluator<Observer>::withOperands(const Node& n, Operation&& operation) {
  const auto children = childrenOf(n);
  const model::TupleSet& left = set(children[0]);
  if (n.shiftsTime && node(children[0]).variable) {
    const model::TupleSet copy = left;
    return operation(copy, set(children[1]));
  }
  return operation(left, set(children[1]));
}

template <class Observer>
void BasicEvaluator<Observer>::computeUniv(model::TupleSet& out) const {
  out = model::TupleSet::range(universeSize(), universe_->firstString(), universeSize());
  if (large_) {
    std::vector<model::Atom> atoms;
    for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
      if (model_.isTopLevel(id))
        state_->sigs[id].forEach([&](std::span<const model::Atom> atom) { atoms.push_back(atom.front()); });
    out.insertAll(atoms);
    return;
  }
  for (model::SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
    if (model_.isTopLevel(id)) out = out.unite(state_->sigs[id]);
}

// Writes a union of products of signatures to `out`. This is fast if each signature has one atom, which is frequent in data.
template <class Observer>
void BasicEvaluator<Observer>::uniteRows(const Node& n, model::TupleSet& out) {
  const std::vector<model::SigId> rows = rowsOf(model_, n.payload);
  support::spend(rows.size());
  std::vector<model::Atom> tuples;
  tuples.reserve(rows.size());
  const auto append = [&](std::span<const model::Atom> tuple) { tuples.insert(tuples.end(), tuple.begin(), tuple.end()); };
  for (std::size_t begin = 0; begin < rows.size(); begin += n.arity) {
    const auto row = std::span(rows).subspan(begin, n.arity);
    if (std::ranges::all_of(row, [&](model::SigId sig) { return state_->sigs[sig].sizeUpToTwo() == 1; })) {
      for (const model::SigId sig : row) state_->sigs[sig].forEach(append);
      continue;
    }
    model::TupleSet all = state_->sigs[row.front()];
    for (const model::SigId sig : row.subspan(1)) all = all.product(state_->sigs[sig]);
    all.forEach(append);
  }
  out = model::TupleSet::ofTuples(universeSize(), n.arity, tuples);
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
  bind<true>(binders, 0, visit);
  if (observed && !bound) observeUnbound(n);
}

// --------------------------------------------------------------------------------------------------------------- overflows

// Whether the calculation of a relation or an integer overflows. A relation that is made from integers overflows if one of the
// integers overflows.
// clang-format off
template <class Observer>
bool BasicEvaluator<Observer>::overflows(NodeId id) {
  const Node& n = node(id);
  if (!n.mayOverflow) return false;
  if (!n.keep) return computeOverflows(n);
  if (overflows_.size() < cells_.size()) overflows_.resize(cells_.size());
  const std::uint64_t stamp = stampOf(n);
  if (const KnownOverflow& known = overflows_[id]; known.stamp == stamp && (!n.variable || known.position == position_))
    return known.value;
  const bool result = computeOverflows(n);
  overflows_[id] = {stamp, position_, result};
  return result;
}

template <class Observer>
bool BasicEvaluator<Observer>::computeOverflows(const Node& n) {
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
    case Code::sumOf: return !arithmetic_.fits(exactSumOfAtoms(set(children[0])));
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

// A sum overflows if a term overflows or if the total is out of range. Partial sums may be out of range.
template <class Observer>
bool BasicEvaluator<Observer>::sumOverflows(const Node& n) {
  const NodeId body = program().scopes[n.payload].body;
  std::int64_t total = 0;
  const auto visit = [&] {
    total += number(body);
    return !overflows(body);
  };
  return !bind<false>(program().bindersOf(n), 0, visit) || !arithmetic_.fits(total);
}

template <class Observer>
std::int64_t BasicEvaluator<Observer>::exactSum(const Node& n) {
  const NodeId body = program().scopes[n.payload].body;
  std::int64_t total = 0;
  const auto visit = [&] {
    total += number(body);
    return true;
  };
  bind<false>(program().bindersOf(n), 0, visit);
  return total;
}

template <class Observer>
std::int64_t BasicEvaluator<Observer>::exactSumOfAtoms(const model::TupleSet& set) const {
  std::int64_t total = 0;
  set.forEach([&](std::span<const model::Atom> tuple) {
    if (universe_->isInt(tuple[0])) total += universe_->intValue(tuple[0]);
  });
  return total;
}

template <class Observer>
bool BasicEvaluator<Observer>::isInLibrary(model::ExprId expr) const {
  const model::FileId file = model_.expr(expr).span.file;
  return std::ranges::any_of(model_.modules(), [&](const model::Module& m) { return m.library && m.file == file; });
}

// Records an overflow in node `id`, unless an overflow with the same or a greater `how` is recorded already. Records the
// innermost operation that overflows, and the innermost expression around it that is not in the library.
template <class Observer>
void BasicEvaluator<Observer>::noteExcluded(NodeId id, Exclusion how) {
  if (how <= exclusion_) return;
  exclusion_ = how;
  const AtPosition restore(*this);
  Overflow found;
  NodeId operation = id;
  for (NodeId next = id; next != model::noId;) {
    operation = next;
    const Node& n = node(operation);
    if (n.source != model::noId && (found.expr == model::noId || !isInLibrary(n.source))) found.expr = n.source;
    const auto children = childrenOf(n);
    next = model::noId;
    if (n.code == Code::ifThenElse) {
      next = children[formula(children[0]) ? 1 : 2];
    } else if (n.code == Code::prime) {
      moveTo(this->next(position_));
      next = children[0];
    } else if (n.code == Code::alias) {
      next = children[0];
    } else if (n.code != Code::sum) {
      for (const NodeId child : children)
        if (next == model::noId && overflows(child)) next = child;
    }
  }
  const Node& n = node(operation);
  const auto children = childrenOf(n);
  found.countsAs = n.sort == model::Sort::integer ? number(operation) : 0;
  switch (n.code) {
    case Code::literal: found.exact = static_cast<std::int32_t>(n.payload); break;
    case Code::cardinality: found.exact = static_cast<std::int64_t>(set(children[0]).size()); break;
    case Code::sumOf: found.exact = exactSumOfAtoms(set(children[0])); break;
    case Code::sum: found.exact = exactSum(n); break;
    case Code::add:
    case Code::subtractInt:
    case Code::multiply:
    case Code::divide:
    case Code::remainder:
    case Code::shiftLeft: {
      const std::int64_t a = number(children[0]), b = number(children[1]);
      found.operands = {static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)};
      if (n.code == Code::add) found.exact = a + b;
      if (n.code == Code::subtractInt) found.exact = a - b;
      if (n.code == Code::multiply) found.exact = a * b;
      if (n.code == Code::divide && b != 0) found.exact = a / b;
      break;
    }
    default: break;
  }
  excluded_ = std::move(found);
}

}  // namespace aunit::evaluator
