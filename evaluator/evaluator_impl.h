// Definitions of BasicEvaluator. Include this header to instantiate the template with another observer.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "evaluator/formulas_impl.h"
#include "evaluator/large_impl.h"
#include "evaluator/values_impl.h"

namespace aunit::evaluator {

template <class Observer>
BasicEvaluator<Observer>::BasicEvaluator(const model::Model& model, Options options, Observer observer)
    : model_(model),
      options_(options),
      observer_(std::move(observer)),
      compiler_(model, {options.semantics, options.keepOccurrences || Observer::active, options.companions}) {}

template <class Observer>
void BasicEvaluator<Observer>::bind(const model::Instance& instance) {
  instance_ = &instance;
  universe_ = instance.universe.get();
  large_ = !model::TupleSet(universe_->size(), 1).dense();
  arithmetic_ = Arithmetic(universe_->integerWidth());
  stateCount_ = static_cast<unsigned>(instance.states.size());
  period_ = stateCount_ - instance.loop;
  boundAt_ = ++clock_;
  wrapped_ = false;
  exclusion_ = Exclusion::none;
  excluded_.reset();
}

template <class Observer>
void BasicEvaluator<Observer>::assign(model::VarId variable, const model::TupleSet& value) {
  const SlotId slot = compiler_.slotOf(variable);
  grow();
  assigned_[slot] = true;
  setSlot(slot, value);
}

template <class Observer>
void BasicEvaluator<Observer>::prefer(model::VarId variable, const model::TupleSet& value) {
  std::vector<model::TupleSet>& values = preferred_[variable];
  if (std::ranges::find(values, value) == values.end()) values.push_back(value);
}

template <class Observer>
void BasicEvaluator<Observer>::setSlot(SlotId slot, const model::TupleSet& value) {
  slotValues_[slot] = value;
  touch(slot);
}

namespace detail {

/// The truth of `one A`, `some A`, `lone A`, `no A`, `A in B` and `disj[A, B, ...]` if the operands are signatures; std::nullopt
/// for other formulas. Some models declare data as thousands of signatures, with such a formula for each. To compile all these
/// formulas would be slow.
inline std::optional<bool> ofSignatures(const model::Model& model, model::ExprId formula, const model::State& state) {
  using model::Op;
  const model::Expr& e = model.expr(formula);
  if (e.op != Op::one && e.op != Op::some && e.op != Op::lone && e.op != Op::no && e.op != Op::in && e.op != Op::disjoint)
    return std::nullopt;
  for (const model::ExprId child : model.children(formula)) {
    const model::Expr& operand = model.expr(child);
    if (operand.op != Op::sig || operand.payload < model::builtin::count) return std::nullopt;
  }
  const auto setOf = [&](std::uint32_t child) -> const model::TupleSet& {
    return state.sigs[model.expr(model.child(formula, child)).payload];
  };
  if (e.op == Op::disjoint) {
    if (setOf(0).dense()) return std::nullopt;
    std::vector<model::Atom> atoms;
    for (std::uint32_t child = 0; child < e.childCount; ++child)
      setOf(child).forEach([&](std::span<const model::Atom> atom) { atoms.push_back(atom.front()); });
    std::ranges::sort(atoms);
    return std::ranges::adjacent_find(atoms) == atoms.end();
  }
  const unsigned size = setOf(0).sizeUpToTwo();
  switch (e.op) {
    case Op::one: return (size == 1) != e.negated;
    case Op::some: return (size != 0) != e.negated;
    case Op::lone: return (size <= 1) != e.negated;
    case Op::no: return (size == 0) != e.negated;
    default: return setOf(0).subsetOf(setOf(1)) != e.negated;
  }
}

}  // namespace detail

template <class Observer>
bool BasicEvaluator<Observer>::holds(model::ExprId expr, unsigned state) {
  if constexpr (!observed) {
    if (state < stateCount_)
      if (const auto known = detail::ofSignatures(model_, expr, instance_->states[state])) return *known;
  }
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
  if (large_) compiler_.restrictBinders();
  grow();
  if (state >= stateCount_)
    throw EvaluationError(expr, fmt::format("there is no state {}: the last state is {}", state, stateCount_ - 1));
  positions_ = instance_->loop + (node(id).pastDepth + 1u) * period_;
  moveTo(state);
  for (const SlotId slot : compiler_.freeSlots(expr))
    if (!assigned_[slot])
      throw EvaluationError(expr,
                            fmt::format("the variable {} has no value", model_.variable(program().slots[slot].variable).name));
  // Throws if a string literal is not an atom, even if evaluation would skip the literal.
  for (const NodeId literal : compiler_.strings(expr)) set(literal);
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
void BasicEvaluator<Observer>::rollback() {
  const std::size_t nodes = compiler_.markedNodes(), slots = compiler_.markedSlots();
  compiler_.rollback();
  for (std::size_t id = nodes; id < cells_.size(); ++id) {  // new nodes will get the ids of the removed nodes
    cells_[id].stamp = 0;
    cells_[id].byTime.clear();
    cells_[id].index.reset();
  }
  if (overflows_.size() > nodes) overflows_.resize(nodes);
  for (std::size_t slot = slots; slot < assigned_.size(); ++slot) assigned_[slot] = false;
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
    if constexpr (std::is_same_v<T, bool>)
      observer_.formula(n.source, value);
    else if constexpr (std::is_same_v<T, std::int32_t>)
      observer_.integer(n.source, value);
    else
      observer_.relation(n.source, value);
  }
}

// The destructor restores the position that the evaluator had before.
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

// ---------------------------------------------------------------------------------------------------------------- bindings

template <class Observer>
template <bool restricted, class Visit>
bool BasicEvaluator<Observer>::bind(std::span<const Binder> binders, std::size_t index, Visit& visit) {
  if (index == binders.size()) return visit();
  return binders[index].firstOrder ? bindAtoms<restricted>(binders, index, visit)
                                   : bindRelations<restricted>(binders, index, visit);
}

template <class Observer>
template <bool restricted, class Visit>
bool BasicEvaluator<Observer>::bindAtoms(std::span<const Binder> binders, std::size_t index, Visit& visit) {
  const Binder& binder = binders[index];
  const model::TupleSet& domain = set(binder.domain);
  const auto bindTo = [&](model::Atom a) {
    countBinding();
    slotValues_[binder.slot].assignAtom(universeSize(), a);
    touch(binder.slot);
    return meetsEarlier(binders, index) || bind<restricted>(binders, index + 1, visit);
  };
  if (const auto* first = preferred(binder)) {
    std::vector<model::Atom> atoms = domain.atoms();
    std::ranges::stable_partition(atoms, [&](model::Atom a) {
      return std::ranges::any_of(*first, [&](const model::TupleSet& value) { return value.contains({&a, 1}); });
    });
    for (const model::Atom a : atoms)
      if (!bindTo(a)) return false;
    return true;
  }
  if (domain.dense()) {  // iterates over a copy of the bits, since evaluating the body may change `domain`
    for (std::uint64_t atoms = domain.empty() ? 0 : domain.words()[0]; atoms != 0; atoms &= atoms - 1)
      if (!bindTo(static_cast<model::Atom>(std::countr_zero(atoms)))) return false;
    return true;
  }
  if constexpr (restricted) {
    constexpr std::size_t fewAtoms = 16;
    const NodeId restriction = binder.restriction;
    if (restriction != model::noId && domain.size() > fewAtoms) {
      for (const model::Atom a : domain.intersect(set(restriction)).atoms())
        if (!bindTo(a)) return false;
      return true;
    }
  }
  for (const model::Atom a : domain.atoms())
    if (!bindTo(a)) return false;
  return true;
}

// Binds the variable to each sub-relation of its bound that satisfies the multiplicities.
template <class Observer>
template <bool restricted, class Visit>
bool BasicEvaluator<Observer>::bindRelations(std::span<const Binder> binders, std::size_t index, Visit& visit) {
  const Binder& binder = binders[index];
  const model::TupleSet domain = set(binder.domain);
  std::vector<model::TupleSet> tuples;
  domain.forEach(
      [&](std::span<const model::Atom> tuple) { tuples.push_back(model::TupleSet::singleton(universeSize(), tuple)); });
  const auto bindTo = [&](const model::TupleSet& value) {
    countBinding();
    if (!detail::satisfies(binder.multiplicity, value)) return true;
    if (binder.bound != model::noId && !within(value, binder.bound)) return true;
    setSlot(binder.slot, value);
    return meetsEarlier(binders, index) || bind<restricted>(binders, index + 1, visit);
  };
  const auto* first = preferred(binder);
  if (first)
    for (const model::TupleSet& value : *first)
      if (value.subsetOf(domain) && !bindTo(value)) return false;
  const auto bindToOther = [&](const model::TupleSet& value) {
    return (first && std::ranges::find(*first, value) != first->end()) || bindTo(value);
  };
  const bool atMostOne = binder.multiplicity == model::Multiplicity::lone || binder.multiplicity == model::Multiplicity::one;
  if (!bindToOther(model::TupleSet(universeSize(), domain.arity()))) return false;
  if (atMostOne) {
    for (const model::TupleSet& tuple : tuples)
      if (!bindToOther(tuple)) return false;
    return true;
  }
  if (tuples.size() >= 63 || (std::uint64_t{1} << tuples.size()) > options_.higherOrderLimit)
    throw EvaluationError(node(binder.domain).source,
                          fmt::format("a variable ranges over the subsets of a set of {} tuples: more than {} values",
                                      tuples.size(), options_.higherOrderLimit));
  for (std::uint64_t subset = 1; subset < std::uint64_t{1} << tuples.size(); ++subset) {
    model::TupleSet value(universeSize(), domain.arity());
    for (std::uint64_t rest = subset; rest != 0; rest &= rest - 1)
      value = value.unite(tuples[static_cast<std::size_t>(std::countr_zero(rest))]);
    if (!bindToOther(value)) return false;
  }
  return true;
}

// For `disj`: whether the variable's value shares a tuple with an earlier variable of the same declaration.
template <class Observer>
bool BasicEvaluator<Observer>::meetsEarlier(std::span<const Binder> binders, std::size_t index) const {
  for (std::size_t i = index - binders[index].disjointFrom; i < index; ++i)
    if (slotValues_[binders[i].slot].intersects(slotValues_[binders[index].slot])) return true;
  return false;
}

// Reports the arguments of a call or the value of a `let`: if the body does not use them, nothing else evaluates them.
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

// For a quantifier, comprehension or sum without bindings: reports the parts that do not depend on its variables,
// such as `^link` in the AUnit paper's example (section 4.3.1). These parts have values although the body is not evaluated.
template <class Observer>
void BasicEvaluator<Observer>::observeUnbound(const Node& n) {
  Visited visited;
  for (const NodeId child : childrenOf(n)) observeIndependent(child, slotsBoundBy(n), visited);
}

template <class Observer>
std::uint64_t BasicEvaluator<Observer>::slotsBoundBy(const Node& n) const {
  std::uint64_t slots = 0;
  for (const Binder& binder : program().bindersOf(n)) slots |= std::uint64_t{1} << binder.slot % 64;
  return slots;
}

// Finds those parts of a node that depend on none of the slots in `slots`, and evaluates the largest ones. Evaluates each part in
// all states to which the temporal operators around this part refer.
template <class Observer>
void BasicEvaluator<Observer>::observeIndependent(NodeId id, std::uint64_t slots, Visited& visited) {
  const Node& n = node(id);
  if ((n.slots & slots) == 0) return observe(id);
  if (n.keep && !visited.emplace(id, slots, position_).second) return;
  if (hasScope(n.code)) slots |= slotsBoundBy(n);
  const AtPosition restore(*this);
  unsigned first = position_, last = position_;
  switch (n.code) {
    case Code::prime:
    case Code::after: first = last = next(position_); break;
    case Code::before:
      if (position_ == 0) return;
      first = last = position_ - 1;
      break;
    case Code::historically:
    case Code::once:
    case Code::since:
    case Code::triggered: first = 0; break;
    case Code::always:
    case Code::eventually:
    case Code::until:
    case Code::releases:
      first = std::min(position_, positions_ - period_);
      last = positions_ - 1;
      break;
    default: break;
  }
  for (unsigned p = first; p <= last; ++p) {
    moveTo(p);
    for (const NodeId child : childrenOf(n)) observeIndependent(child, slots, visited);
  }
}

}  // namespace aunit::evaluator
