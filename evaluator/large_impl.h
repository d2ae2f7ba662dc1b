// Definitions of BasicEvaluator for large universes, which have more atoms than a word has bits. Answers queries about closures
// and products without computing them in full. Included by evaluator_impl.h.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "evaluator/evaluator.h"
#include "support/cancellation.h"

namespace aunit::evaluator {

namespace detail {
/// The first two tuples of a set over a large universe; all tuples if there are fewer.
inline model::TupleSet firstTwo(const model::TupleSet& set) {
  model::TupleSet out(set.universeSize(), set.arity());
  std::vector<model::Atom> tuple(set.arity());
  for (unsigned i = 0; i < set.sizeUpToTwo(); ++i) {
    set.readTuple(i, tuple);
    out.append(tuple);
  }
  return out;
}

inline model::Atom onlyAtom(const model::TupleSet& set) {
  model::Atom atom = 0;
  set.readTuple(0, {&atom, 1});
  return atom;
}
}  // namespace detail

template <class Observer>
NodeId BasicEvaluator<Observer>::throughAliases(NodeId id) const {
  while (node(id).code == Code::alias) id = childrenOf(node(id))[0];
  return id;
}

/// The index for the current value of a node. Empty if the value has changed since the index was filled.
template <class Observer>
typename BasicEvaluator<Observer>::Index& BasicEvaluator<Observer>::indexOf(NodeId relation) {
  const Node& n = node(relation);
  const std::uint64_t stamp = stampOf(n);
  std::unique_ptr<Index>& index = cells_[relation].index;
  if (!index) index = std::make_unique<Index>();
  if (index->stamp != stamp || (n.variable && index->position != position_)) {
    *index = {};
    index->stamp = stamp;
    index->position = position_;
  }
  return *index;
}

template <class Observer>
const model::TupleSet& BasicEvaluator<Observer>::univ() {
  const std::uint32_t position = model_.hasMutable() ? position_ : 0;
  if (univStamp_ != boundAt_ || univPosition_ != position) {
    computeUniv(univ_);
    univStamp_ = boundAt_;
    univPosition_ = position;
  }
  return univ_;
}

// ---------------------------------------------------------------------------------------------------------------- closures

template <class Observer>
model::Digraph& BasicEvaluator<Observer>::graphOf(NodeId relation) {
  Index& index = indexOf(relation);
  if (!index.graph) index.graph = std::make_unique<model::Digraph>(set(relation));
  return *index.graph;
}

template <class Observer>
std::optional<typename BasicEvaluator<Observer>::Reach> BasicEvaluator<Observer>::reachOf(const Node& n) const {
  if (n.code != Code::join) return std::nullopt;
  const auto children = childrenOf(n);
  for (const bool forward : {true, false}) {
    const NodeId atoms = children[forward ? 0 : 1], closed = children[forward ? 1 : 0];
    const Node& closure = node(throughAliases(closed));
    const bool reflexive = closure.code == Code::reflexiveClosure;
    if (node(atoms).arity == 1 && (reflexive || closure.code == Code::closure))
      return Reach{childrenOf(closure)[0], closed, atoms, forward, reflexive};
  }
  return std::nullopt;
}

/// Reports a small relation in place of a closure `^r`: the first two tuples of r, because r and ^r have the same
/// sizeUpToTwo().
template <class Observer>
void BasicEvaluator<Observer>::reportClosure(NodeId closure, const Reach& reach) {
  if constexpr (observed) {
    Index& index = indexOf(closure);
    if (index.questions++ != 0) return;  // reported before
    model::TupleSet standIn = detail::firstTwo(set(reach.relation));
    if (reach.reflexive) standIn = standIn.unite(model::TupleSet::identity(detail::firstTwo(univ())));
    for (NodeId id = closure;; id = childrenOf(node(id))[0]) {
      const bool isAlias = node(id).code == Code::alias;
      if (isAlias) observeOthers(node(id));
      report(node(id), standIn);
      if (!isAlias) return;
    }
  }
}

/// Computes a.^r, a.*r, ^r.a or *r.a by a search along r. Returns false if `n` is none of these.
template <class Observer>
bool BasicEvaluator<Observer>::joinClosure(const Node& n, model::TupleSet& out) {
  if (!mayReplaceValues()) return false;
  const auto reach = reachOf(n);
  if (!reach) return false;
  const model::TupleSet* atoms = &set(reach->atoms);
  model::TupleSet copy;
  if (n.shiftsTime) {
    copy = *atoms;
    atoms = &copy;
  }
  model::Digraph& graph = graphOf(reach->relation);
  reportClosure(reach->closure, *reach);
  if (reach->forward)
    graph.reachedFrom(*atoms, out);
  else
    graph.reaching(*atoms, out);
  if (reach->reflexive) out = out.unite(atoms->intersect(univ()));
  return true;
}

/// Whether the atom `left` is in the value of `join`, which joins one atom with a closure. Searches for a path between the two
/// atoms or, if they are equal, for a cycle. Returns std::nullopt if the operands are not of this form, or if it is better to
/// compute the join's whole value and cache it.
template <class Observer>
std::optional<bool> BasicEvaluator<Observer>::meetsReach(NodeId left, NodeId join) {
  if (!mayReplaceValues()) return std::nullopt;
  const NodeId joined = observed ? join : throughAliases(join);
  const auto reach = reachOf(node(joined));
  if (!reach) return std::nullopt;
  const Node& of = node(throughAliases(left));
  const Node& from = node(throughAliases(reach->atoms));
  if (!isLeaf(of.code) || !isLeaf(from.code)) return std::nullopt;
  const bool same = of.code == Code::slot && from.code == Code::slot && of.payload == from.payload;
  if (node(joined).keep && (observed || !same)) return std::nullopt;
  const model::TupleSet& atom = set(left);
  const model::TupleSet& start = set(reach->atoms);
  if (atom.sizeUpToTwo() != 1 || start.sizeUpToTwo() != 1) return std::nullopt;
  model::Digraph& graph = graphOf(reach->relation);
  if constexpr (observed) fewReached(joined, *reach, start);
  const model::Atom a = detail::onlyAtom(atom), b = detail::onlyAtom(start);
  if (reach->reflexive && a == b && univ().contains({&a, 1})) return true;
  if (a == b) return graph.onCycle(a);
  return reach->forward ? graph.reaches(b, a) : graph.reaches(a, b);
}

/// Returns a small subset of a join with a closure, and reports the subset in place of the join's value. Both have the same
/// sizeUpToTwo().
template <class Observer>
model::TupleSet BasicEvaluator<Observer>::fewReached(NodeId join, const Reach& reach, const model::TupleSet& start) {
  model::TupleSet few;
  graphOf(reach.relation).reachesAtLeast(start, 2, reach.forward, few);
  if (reach.reflexive) few = few.unite(detail::firstTwo(start.intersect(univ())));
  reportClosure(reach.closure, reach);
  report(node(join), few);
  return few;
}

/// The sizeUpToTwo() of a relation. Does not compute a join with a closure in full.
template <class Observer>
unsigned BasicEvaluator<Observer>::sizeUpToTwo(NodeId id) {
  if (!large_ || !mayReplaceValues()) return set(id).sizeUpToTwo();
  const NodeId joined = observed ? id : throughAliases(id);
  const Node& n = node(joined);
  const auto reach = reachOf(n);
  if (!reach || n.keep || n.shiftsTime) return set(id).sizeUpToTwo();
  return fewReached(joined, *reach, set(reach->atoms)).sizeUpToTwo();
}

/// Computes `iden & ^r`, `a & b.^r`, and intersections with a product. Returns false if `n` is none of these.
template <class Observer>
bool BasicEvaluator<Observer>::intersectLarge(const Node& n, model::TupleSet& out) {
  if (!mayReplaceValues()) return false;
  const auto children = childrenOf(n);
  for (const bool leftFirst : {true, false}) {
    const NodeId one = children[leftFirst ? 0 : 1], other = children[leftFirst ? 1 : 0];
    if (const auto inside = meetsReach(one, other)) {
      if (*inside)
        out = set(one);
      else
        out.reset(universeSize(), 1);
      return true;
    }
    const NodeId closed = throughAliases(other);
    if (node(closed).code != Code::closure || node(throughAliases(one)).code != Code::iden) continue;
    if constexpr (observed) set(one);
    const NodeId relation = childrenOf(node(closed))[0];
    model::TupleSet cyclic(universeSize(), 1);
    for (const model::Atom a : graphOf(relation).atomsOnCycles()) cyclic.append({&a, 1});
    reportClosure(other, {.relation = relation});
    out = model::TupleSet::identity(cyclic.intersect(univ()));
    return true;
  }
  return filterByProduct(n, true, out);
}

// ------------------------------------------------------------------------------------------------------------- last columns

/// `n` is a join or restriction. Returns an index of its left operand by last column. Returns null until the operand has been
/// used in many joins and restrictions with few atoms on the right.
template <class Observer>
const model::LastColumn* BasicEvaluator<Observer>::lastColumnFor(const Node& n, const model::TupleSet& relation,
                                                                 const model::TupleSet& atoms) {
  constexpr std::uint32_t questionsThatPay = 16;
  const NodeId id = childrenOf(n)[0];
  if (!large_ || atoms.arity() != 1 || relation.arity() < 2 || atoms.size() * 16 > relation.size()) return nullptr;
  if (n.shiftsTime || !(node(id).keep || isLeaf(node(id).code))) return nullptr;
  Index& index = indexOf(id);
  if (index.lastColumn) return index.lastColumn.get();
  if (++index.questions < questionsThatPay) return nullptr;
  index.lastColumn = std::make_unique<model::LastColumn>(relation);
  return index.lastColumn.get();
}

// ---------------------------------------------------------------------------------------------------------------- products

/// Reports small relations in place of the values of a product and of its operands. Each small relation has the same
/// sizeUpToTwo() as the value that it replaces. Returns the small relation that replaces the product.
template <class Observer>
model::TupleSet BasicEvaluator<Observer>::reportProduct(NodeId product) {
  const Node& n = node(product);
  const auto children = childrenOf(n);
  if (n.code != Code::alias && n.code != Code::product) return detail::firstTwo(set(product));
  if (n.code == Code::alias) observeOthers(n);
  const model::TupleSet left = reportProduct(children[0]);
  const model::TupleSet value = n.code == Code::alias ? left : left.product(reportProduct(children[1]));
  report(n, value);
  return value;
}

/// Calls use(parts), where `parts` are the factors of a product.
template <class Observer>
template <class Use>
decltype(auto) BasicEvaluator<Observer>::withProduct(NodeId product, Use&& use) {
  if constexpr (observed) reportProduct(product);
  std::vector<ProductPart> parts;
  std::size_t column = 0;
  std::vector<NodeId> todo = {product};
  while (!todo.empty()) {
    const NodeId id = throughAliases(todo.back());
    todo.pop_back();
    const auto children = childrenOf(node(id));
    if (node(id).code == Code::product) {
      todo.insert(todo.end(), {children[1], children[0]});
      continue;
    }
    parts.push_back({&set(id), column});
    column += node(id).arity;
  }
  return use(std::span<const ProductPart>(parts));
}

template <class Observer>
bool BasicEvaluator<Observer>::inProduct(std::span<const model::Atom> tuple, std::span<const ProductPart> parts) {
  for (const ProductPart& part : parts)
    if (!part.value->contains(tuple.subspan(part.column, part.value->arity()))) return false;
  return true;
}

template <class Observer>
bool BasicEvaluator<Observer>::filterByProduct(const Node& n, bool keep, model::TupleSet& out) {
  const auto children = childrenOf(n);
  const bool left = isProduct(children[0]), right = isProduct(children[1]);
  if (!mayReplaceValues() || n.shiftsTime || left == right || (left && !keep)) return false;
  const model::TupleSet& relation = set(children[left ? 1 : 0]);
  withProduct(children[left ? 0 : 1], [&](std::span<const ProductPart> parts) {
    out.reset(universeSize(), relation.arity());
    relation.forEach([&](std::span<const model::Atom> tuple) {
      support::spend(64);
      if (inProduct(tuple, parts) == keep) out.append(tuple);
    });
  });
  return true;
}

/// The value of `relation in product` or `relation = product`. std::nullopt if the product must be computed in full.
template <class Observer>
std::optional<bool> BasicEvaluator<Observer>::compareWithProduct(const Node& n) {
  const auto children = childrenOf(n);
  const bool left = isProduct(children[0]), right = isProduct(children[1]);
  if (n.shiftsTime || left == right || (left && n.code != Code::equal) || !mayReplaceValues()) return std::nullopt;
  const model::TupleSet& relation = set(children[left ? 1 : 0]);
  return withProduct(children[left ? 0 : 1], [&](std::span<const ProductPart> parts) {
    if (n.code == Code::equal) {
      std::uint64_t tuples = 1;
      for (const ProductPart& part : parts)
        tuples = std::min<std::uint64_t>(tuples * part.value->size(), model::WordBuffer::maxWords + 1);
      if (tuples != relation.size()) return false;
    }
    return isWithin(relation, parts);
  });
}

template <class Observer>
bool BasicEvaluator<Observer>::isWithin(const model::TupleSet& r, std::span<const ProductPart> parts) {
  std::vector<model::Atom> tuple(r.arity());
  const std::uint64_t count = r.size();
  for (std::uint64_t i = 0; i < count; ++i) {
    support::spend(64);
    r.readTuple(i, tuple);
    if (!inProduct(tuple, parts)) return false;
  }
  return true;
}

template <class Observer>
bool BasicEvaluator<Observer>::inside(const model::TupleSet& r, NodeId value) {
  if (!large_ || !mayReplaceValues() || !isProduct(value) || node(value).shiftsTime) return r.subsetOf(set(value));
  return withProduct(value, [&](std::span<const ProductPart> parts) { return isWithin(r, parts); });
}

// ------------------------------------------------------------------------------------------------------------------ bounds

/// Whether the empty relation satisfies a bound, for any values of the bound's parts.
template <class Observer>
bool BasicEvaluator<Observer>::acceptsEmpty(BoundId id) const {
  const auto lenient = [](model::Multiplicity m) { return m == model::Multiplicity::set || m == model::Multiplicity::lone; };
  const Bound& bound = program().bounds[id];
  switch (bound.kind) {
    case Bound::Kind::value: return true;
    case Bound::Kind::multiplicity: return lenient(bound.right);
    case Bound::Kind::sequence: return acceptsEmpty(bound.rightBound);
    case Bound::Kind::arrow:
      return lenient(bound.left) && lenient(bound.right) && acceptsEmpty(bound.leftBound) && acceptsEmpty(bound.rightBound);
  }
  return false;
}

/// Whether the binary relation `r` gives each atom of a set a number of partners that the multiplicity allows. The set has
/// `domain` atoms. Requires that one column of `r` (the left one if `fromLeft`) contains only atoms of the set.
template <class Observer>
bool BasicEvaluator<Observer>::withinByDegrees(const model::TupleSet& r, model::Multiplicity multiplicity, std::size_t domain,
                                               bool fromLeft) const {
  std::vector<model::Atom> ends;
  ends.reserve(r.size());
  r.forEach([&](std::span<const model::Atom> tuple) { ends.push_back(tuple[fromLeft ? 0 : 1]); });
  support::spend(ends.size() * 16);
  if (!fromLeft) std::sort(ends.begin(), ends.end());
  const bool unique = std::adjacent_find(ends.begin(), ends.end()) == ends.end();
  const auto named = static_cast<std::size_t>(std::unique(ends.begin(), ends.end()) - ends.begin());
  switch (multiplicity) {
    case model::Multiplicity::set: return true;
    case model::Multiplicity::lone: return unique;
    case model::Multiplicity::one: return unique && named == domain;
    case model::Multiplicity::some: return named == domain;
  }
  return true;
}

}  // namespace aunit::evaluator
