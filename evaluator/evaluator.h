// Evaluates a model's expressions and formulas on instances, without a solver.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "evaluator/arithmetic.h"
#include "evaluator/compiler.h"
#include "evaluator/value.h"
#include "model/instances/instance.h"
#include "model/relations/digraph.h"
#include "model/relations/last_column.h"
#include "model/semantics.h"
#include "support/budget.h"

namespace aunit::evaluator {

struct Options {
  model::Semantics semantics{};
  /// Evaluates each occurrence of equal subexpressions, lets and calls separately, so that every value has a place in the source.
  /// This is slower. It is always done if the observer is active.
  bool keepOccurrences = false;
  /// For an observer: formulas that are evaluated and reported together with an expression, under the same bindings and in the
  /// same states. May be null; must outlive the evaluator.
  const Companions* companions = nullptr;
  /// The largest number of sub-relations over which a quantified variable may range. If there are more, evaluation throws
  /// EvaluationError.
  std::uint64_t higherOrderLimit = std::uint64_t{1} << 22;
  /// The time limit, checked once per `bindingsBetweenQuestions` values of quantified variables. If it is exceeded, evaluation
  /// throws support::Exhausted. May be null; must outlive the evaluator. Its limits may change between calls.
  const support::Budget* budget = nullptr;
};

constexpr std::uint64_t bindingsBetweenQuestions = 1024;

/// An observer that does nothing and costs nothing. Other observers have the same members; if their `active` is true, the
/// evaluator reports values to them. Evaluation then takes no short cuts. It evaluates every operand, every argument, and every
/// binding of every quantifier, in every state that an operator refers to. It reports each (expression, bindings, state) at least
/// once per call of `bind`. If a quantifier has no binding, it evaluates the parts of the body that do not depend on the
/// quantifier's variables.
struct NoObserver {
  static constexpr bool active = false;
  /// Whether the observer needs whole relations, not just their sizeUpToTwo(). If not, the evaluator may report, instead of a
  /// large relation, another one with the same sizeUpToTwo().
  bool wantsValues() const { return false; }
  void relation(model::ExprId, const model::TupleSet&) {}
  void integer(model::ExprId, std::int32_t) {}
  void formula(model::ExprId, bool) {}
  /// `bindings`: number of bindings that satisfy the declarations of a quantified formula. `trueBodies`: number of these bindings
  /// for which the body is true.
  void quantified(model::ExprId, std::uint64_t /*bindings*/, std::uint64_t /*trueBodies*/) {}
};

/// Evaluates expressions on instances. Compiles each expression once; any number of instances can be bound, one after the other.
///
/// `state` is the index of a state in the instance. Temporal operators refer to the infinite trace that the loop describes. For
/// past operators, the loop is unrolled as often as these operators are nested (language reference 13.3).
///
/// All free variables of an expression need values, see `assign`. Evaluation throws EvaluationError if an expression has no
/// value, and support::Exhausted if the budget is used up. Not thread-safe. The model must outlive the evaluator. The instance
/// must not change until the next call of `bind`.
///
/// This is one class, because formulas, integers and sets contain each other and share a clock, which decides which cached values
/// are valid. A new binding of a variable can invalidate values of all three sorts.
template <class Observer = NoObserver>
class BasicEvaluator {
 public:
  explicit BasicEvaluator(const model::Model& model, Options options = {}, Observer observer = {});

  /// Selects the instance for all further calls. Must be called again if the instance has changed.
  void bind(const model::Instance& instance);
  /// Sets the value of a free variable, until the next `assign` of the same variable.
  void assign(model::VarId variable, const model::TupleSet& value);
  /// Makes quantifiers over this variable try this value, and the values of earlier calls, before all other values. Results do
  /// not change, but `some` is decided earlier if the value is a witness.
  void prefer(model::VarId variable, const model::TupleSet& value);

  bool holds(model::ExprId formula, unsigned state = 0);
  std::int32_t integer(model::ExprId expr, unsigned state = 0);
  /// The returned reference is valid until the next call of the evaluator.
  const model::TupleSet& relation(model::ExprId expr, unsigned state = 0);
  Value value(model::ExprId expr, unsigned state = 0);

  /// Whether an integer has wrapped around since the last `bind`. Always false if overflows are excluded.
  bool wrapped() const { return wrapped_; }
  /// Returns an overflow since the last `bind`; std::nullopt if there was none, or if overflows are not excluded. If there
  /// were several, prefers the first that changed the truth of a comparison, then the first in a comparison that is false, then
  /// the first in a set.
  const std::optional<Overflow>& excluded() const { return excluded_; }
  /// Whether the overflow of excluded() changed the truth of a comparison.
  bool exclusionDecided() const { return exclusion_ == Exclusion::decided; }

  /// Whether the meaning of a formula may depend on the negations around it. It does if overflows are excluded and may occur in
  /// the formula.
  bool dependsOnNegation(model::ExprId formula) { return node(compiler_.compile(formula)).guarded; }

  /// `rollback` removes all code compiled since `setMark`. For expressions of an Overlay: call this rollback before the Overlay's
  /// rollback. Values of older expressions stay cached. Only one mark can be set at a time.
  void setMark() { compiler_.setMark(); }
  void rollback();

  const model::Model& model() const { return model_; }
  const model::Instance& instance() const { return *instance_; }
  Observer& observer() { return observer_; }

  // For explanations (reason.h), which traverse nodes. prepare() returns the node of an expression. Then formulaAt() and
  // valueAt() can evaluate this node and its parts.
  NodeId prepare(model::ExprId expr, unsigned state);
  const Program& program() const { return compiler_.program(); }
  bool formulaAt(NodeId id, unsigned position);
  Value valueAt(NodeId id, unsigned position);
  void setSlot(SlotId slot, const model::TupleSet& value);
  const model::TupleSet& slot(SlotId slot) const { return slotValues_[slot]; }
  /// Calls visit() for each binding of the variables of a quantifier, comprehension or sum, until visit() returns false. Returns
  /// false in that case, else true.
  template <class Visit>
  bool forEachBinding(NodeId quantifier, Visit&& visit) {
    return bind<false>(program().bindersOf(node(quantifier)), 0, visit);
  }
  unsigned positions() const { return positions_; }
  unsigned next(unsigned position) const { return position + 1 < positions_ ? position + 1 : positions_ - period_; }
  unsigned stateOf(unsigned position) const {
    return position < stateCount_ ? position : instance_->loop + (position - instance_->loop) % period_;
  }

 private:
  // How an excluded overflow affected the result, in ascending order of importance. noteExcluded() keeps the first overflow with
  // the greatest value.
  enum class Exclusion : std::uint8_t { none, ofSet, ofComparison, decided };

  struct CachedValue {
    std::uint64_t stamp = 0;  // 0: no value
    bool value = false;
  };
  // Indexes of the value of one relation over a large universe. They are cached, because many queries use the same relation.
  struct Index {
    std::uint64_t stamp = 0;
    std::uint32_t position = 0;
    std::uint32_t questions = 0;  // number of queries so far; decides when lastColumn is built
    std::unique_ptr<model::Digraph> graph;
    std::unique_ptr<model::LastColumn> lastColumn;
  };
  // The cached value of a node.
  struct Cell {
    model::TupleSet relation;
    std::int32_t integer = 0;
    bool formula = false;
    std::uint32_t position = 0;
    std::uint64_t stamp = 0;          // 0: no value
    std::vector<CachedValue> byTime;  // for formulas: values by position, if keepByTime
    std::unique_ptr<Index> index;
  };
  // A join of a unary relation `atoms` with a closure (`^` or `*`), which may be on either side.
  struct Reach {
    NodeId relation = model::noId;  // operand of the closure
    NodeId closure = model::noId;   // node of the closure, or of an alias of the closure
    NodeId atoms = model::noId;
    bool forward = true;  // true: atoms.^relation, false: ^relation.atoms
    bool reflexive = false;
  };
  class AtPosition;

  static constexpr bool observed = Observer::active;

  const Node& node(NodeId id) const { return compiler_.program().nodes[id]; }
  std::span<const NodeId> childrenOf(const Node& n) const { return compiler_.program().childrenOf(n); }

  bool formula(NodeId id);
  bool computeFormula(const Node& n);
  bool computeComparison(const Node& n);
  bool computeTemporal(const Node& n);
  bool computeGuard(const Node& n);
  bool quantified(const Node& n);
  bool totalOrder(const Node& n, bool plain);
  bool disjoint(const Node& n);
  bool within(const model::TupleSet& r, BoundId id);
  bool withinArrow(const model::TupleSet& r, const Bound& bound);
  bool withinSequence(const model::TupleSet& r, const Bound& bound);

  std::int32_t number(NodeId id);
  std::int32_t computeNumber(const Node& n);
  std::int32_t sumOfAtoms(const model::TupleSet& set);
  std::int64_t exactSumOfAtoms(const model::TupleSet& set) const;

  const model::TupleSet& set(NodeId id) {
    const Node& n = node(id);
    if constexpr (!observed) {  // most operands are names: reading their values here avoids a call
      if (n.code == Code::slot) return slotValues_[n.payload];
      if (n.code == Code::field) return state_->fields[n.payload];
      if (n.code == Code::sig) return state_->sigs[n.payload];
    }
    return setOf(n, cells_[id]);
  }
  const model::TupleSet& setOf(const Node& n, Cell& cell);
  const model::TupleSet& computeSet(const Node& n, Cell& cell);
  template <class Operation>
  decltype(auto) withOperands(const Node& n, Operation&& operation);
  void computeUniv(model::TupleSet& out) const;
  void uniteRows(const Node& n, model::TupleSet& out);
  void comprehend(const Node& n, model::TupleSet& out);

  // These functions answer queries about relations over large universes without computing the relations in full (large_impl.h).
  NodeId throughAliases(NodeId id) const;
  bool mayReplaceValues() const {
    if constexpr (observed) return !observer_.wantsValues();
    return true;
  }
  Index& indexOf(NodeId relation);
  model::Digraph& graphOf(NodeId relation);
  const model::TupleSet& univ();
  std::optional<Reach> reachOf(const Node& n) const;
  void reportClosure(NodeId closure, const Reach& reach);
  bool joinClosure(const Node& n, model::TupleSet& out);
  const model::LastColumn* lastColumnFor(const Node& n, const model::TupleSet& relation, const model::TupleSet& atoms);
  bool intersectLarge(const Node& n, model::TupleSet& out);
  std::optional<bool> meetsReach(NodeId left, NodeId join);
  model::TupleSet fewReached(NodeId join, const Reach& reach, const model::TupleSet& start);
  unsigned sizeUpToTwo(NodeId id);
  bool isProduct(NodeId id) const { return node(throughAliases(id)).code == Code::product; }
  bool inside(const model::TupleSet& r, NodeId value);
  struct ProductPart {
    const model::TupleSet* value;
    std::size_t column;  // index of this part's first column in the product
  };
  model::TupleSet reportProduct(NodeId product);
  template <class Use>
  decltype(auto) withProduct(NodeId product, Use&& use);
  static bool inProduct(std::span<const model::Atom> tuple, std::span<const ProductPart> parts);
  static bool isWithin(const model::TupleSet& r, std::span<const ProductPart> parts);
  bool filterByProduct(const Node& n, bool keep, model::TupleSet& out);
  std::optional<bool> compareWithProduct(const Node& n);
  bool acceptsEmpty(BoundId id) const;
  bool withinByDegrees(const model::TupleSet& r, model::Multiplicity multiplicity, std::size_t domain, bool fromLeft) const;

  bool overflows(NodeId id);
  bool computeOverflows(const Node& n);
  void noteExcluded(NodeId id, Exclusion how);
  std::int64_t exactSum(const Node& n);
  bool isInLibrary(model::ExprId expr) const;
  bool sumOverflows(const Node& n);

  /// If `restricted`, may skip values that cannot decide the formula (Binder::restriction).
  template <bool restricted, class Visit>
  bool bind(std::span<const Binder> binders, std::size_t index, Visit& visit);
  template <bool restricted, class Visit>
  bool bindAtoms(std::span<const Binder> binders, std::size_t index, Visit& visit);
  template <bool restricted, class Visit>
  bool bindRelations(std::span<const Binder> binders, std::size_t index, Visit& visit);
  /// The preferred values of the binder's variable; null if there are none.
  const std::vector<model::TupleSet>* preferred(const Binder& binder) const {
    if (preferred_.empty()) return nullptr;
    const auto found = preferred_.find(program().slots[binder.slot].variable);
    return found == preferred_.end() ? nullptr : &found->second;
  }
  bool meetsEarlier(std::span<const Binder> binders, std::size_t index) const;

  void observe(NodeId id);
  void observeOthers(const Node& n);
  void observeUnbound(const Node& n);
  /// The visits of observeIndependent() to shared nodes: the node, the slots that are bound around it, and the position.
  using Visited = std::set<std::tuple<NodeId, std::uint64_t, unsigned>>;
  void observeIndependent(NodeId id, std::uint64_t slots, Visited& visited);
  std::uint64_t slotsBoundBy(const Node& n) const;
  template <class T>
  void report(const Node& n, const T& value);
  std::uint64_t stampOf(const Node& n) const;
  void countBinding() {
    if (++bindings_ % bindingsBetweenQuestions == 0 && options_.budget != nullptr) options_.budget->check();
  }
  void touch(SlotId slot) { versions_[slot % 64] = ++clock_; }
  void grow();
  void moveTo(unsigned position) {
    position_ = position;
    state_ = &instance_->states[stateOf(position)];
  }
  std::uint32_t universeSize() const { return universe_->size(); }

  const model::Model& model_;
  Options options_;
  Observer observer_;
  Compiler compiler_;

  const model::Instance* instance_ = nullptr;
  const model::Universe* universe_ = nullptr;
  const model::State* state_ = nullptr;
  Arithmetic arithmetic_;
  unsigned position_ = 0;
  bool large_ = false;      // the universe is too large for dense relations (see TupleSet)
  unsigned positions_ = 1;  // number of positions: length of the trace with its loop unrolled
  unsigned stateCount_ = 1;
  unsigned period_ = 1;  // number of states in the loop

  // Whether the value of a shared node overflows; cached.
  struct KnownOverflow {
    std::uint64_t stamp = 0;  // 0: not computed
    std::uint32_t position = 0;
    bool value = false;
  };

  std::vector<Cell> cells_;                  // by node
  std::vector<KnownOverflow> overflows_;     // by node; grows on demand
  std::vector<model::TupleSet> slotValues_;  // by slot
  std::vector<bool> assigned_;               // by slot: whether a free variable has a value
  std::unordered_map<model::VarId, std::vector<model::TupleSet>> preferred_;
  model::TupleSet univ_;  // value of `univ` at univPosition_, if the universe is large
  std::uint64_t univStamp_ = 0;
  std::uint32_t univPosition_ = 0;
  std::uint64_t bindings_ = 0;  // number of bindings tried
  // Logical times: `clock_` is the current time, `boundAt_` the time of the last `bind`. `versions_[i]` is the time of the last
  // change of any slot s with s % 64 == i. A cached value is valid if its stamp is the time of the latest change of the instance
  // or of a slot on which the value depends.
  std::uint64_t clock_ = 0;
  std::uint64_t boundAt_ = 0;
  bool wrapped_ = false;
  Exclusion exclusion_ = Exclusion::none;
  std::optional<Overflow> excluded_;
  std::uint64_t versions_[64] = {};
};

using Evaluator = BasicEvaluator<NoObserver>;
extern template class BasicEvaluator<NoObserver>;

}  // namespace aunit::evaluator
