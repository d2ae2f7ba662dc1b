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
  /// Keeps equal subexpressions, lets and calls apart, so that every value has its place in the source; slower. An observer
  /// implies it.
  bool keepOccurrences = false;
  /// For an observer: formulas that are evaluated and reported with expressions, under the same bindings and in the same states.
  /// May be null; must outlive the evaluator.
  const Companions* companions = nullptr;
  /// The largest number of sub-relations over which a quantified variable may range; beyond it an EvaluationError is thrown.
  std::uint64_t higherOrderLimit = std::uint64_t{1} << 22;
  /// Checked at every `bindingsBetweenQuestions`th value of quantified variables; evaluation throws support::Exhausted. May be
  /// null; must outlive the evaluator, and may change between calls.
  const support::Budget* budget = nullptr;
};

constexpr std::uint64_t bindingsBetweenQuestions = 1024;

/// The observer that sees nothing and costs nothing. An observer has these members; `active` is true if it wants reports.
/// Evaluation then takes no short cuts: it evaluates every operand, every argument, and every binding of every quantifier, in
/// every state that an operator refers to. Each (expression, bindings, state) is reported at least once per call of `bind`. If a
/// quantifier has no binding, the parts of its body that do not depend on its variables are evaluated nevertheless.
struct NoObserver {
  static constexpr bool active = false;
  /// Whether the observer looks at more of a relation than its sizeUpToTwo(). If not, a large relation that need not be computed
  /// may be reported as another relation with the same sizeUpToTwo().
  bool wantsValues() const { return false; }
  void relation(model::ExprId, const model::TupleSet&) {}
  void integer(model::ExprId, std::int32_t) {}
  void formula(model::ExprId, bool) {}
  /// Reports a quantified formula: the number of bindings that satisfy its declarations, and the number of these for which its
  /// body is true.
  void quantified(model::ExprId, std::uint64_t /*bindings*/, std::uint64_t /*trueBodies*/) {}
};

/// An evaluator. It compiles each expression once, and evaluates it on any number of instances, bound one after the other.
///
/// `state` is the index of a state of the trace, at its first occurrence. Temporal operators refer to the infinite trace; past
/// operators to the loop unrolled as often as they are nested (language reference 13.3).
///
/// `assign` gives values to the free variables of expressions. Evaluation throws EvaluationError if there is no value, and
/// support::Exhausted. Not thread-safe. The model must outlive the evaluator; the instance must not change until the next `bind`.
template <class Observer = NoObserver>
class BasicEvaluator {
 public:
  explicit BasicEvaluator(const model::Model& model, Options options = {}, Observer observer = {});

  /// Evaluates on this instance from now on. Call again if the instance has changed.
  void bind(const model::Instance& instance);
  /// Sets the value of a free variable, until the next `assign` of the same variable.
  void assign(model::VarId variable, const model::TupleSet& value);
  /// Quantifiers of this variable try this value, and values preferred before, first. Results do not depend on it, but a known
  /// witness decides `some` sooner.
  void prefer(model::VarId variable, const model::TupleSet& value);

  bool holds(model::ExprId formula, unsigned state = 0);
  std::int32_t integer(model::ExprId expr, unsigned state = 0);
  /// The reference is valid until the next call of the evaluator.
  const model::TupleSet& relation(model::ExprId expr, unsigned state = 0);
  Value value(model::ExprId expr, unsigned state = 0);

  /// If overflows wrap: whether an integer has wrapped around since the last `bind`.
  bool wrapped() const { return wrapped_; }
  /// If overflows are excluded: an overflow since the last `bind`. The first that changed the truth of a comparison; else the
  /// first in a comparison that is false; else the first in a set.
  const std::optional<Overflow>& excluded() const { return excluded_; }
  /// Whether that overflow changed the truth of a comparison.
  bool exclusionDecided() const { return exclusion_ == Exclusion::decided; }

  /// Whether the meaning of a formula may depend on the negations around it, because overflows may.
  bool dependsOnNegation(model::ExprId formula) { return node(compiler_.compile(formula)).guarded; }

  /// `rollback` removes everything compiled since `setMark`, for expressions of an Overlay; call it before the Overlay's own
  /// rollback. Other cached values stay. One mark at a time.
  void setMark() { compiler_.setMark(); }
  void rollback();

  const model::Model& model() const { return model_; }
  const model::Instance& instance() const { return *instance_; }
  Observer& observer() { return observer_; }

  // For explanations, which walk over the nodes: the node of an expression, ready to be evaluated at `state`, and its parts.
  NodeId prepare(model::ExprId expr, unsigned state);
  const Program& program() const { return compiler_.program(); }
  bool formulaAt(NodeId id, unsigned position);
  Value valueAt(NodeId id, unsigned position);
  void setSlot(SlotId slot, const model::TupleSet& value);
  const model::TupleSet& slot(SlotId slot) const { return slotValues_[slot]; }
  /// Calls visit() for each binding of the variables of a quantifier, comprehension or sum, until it returns false. Returns true
  /// if it never did.
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
  enum class Exclusion : std::uint8_t { none, ofSet, ofComparison, decided };  // in increasing weight

  struct CachedValue {
    std::uint64_t stamp = 0;  // 0: no value
    bool value = false;
  };
  // Derived data of a relation over a large universe, cached for repeated queries.
  struct Index {
    std::uint64_t stamp = 0;
    std::uint32_t position = 0;
    std::uint32_t questions = 0;  // queries that the index by the last column could have answered
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
    std::vector<CachedValue> byTime;  // of formulas that are cached by position
    std::unique_ptr<Index> index;
  };
  // A join of a unary relation with a closure, `^` or `*`, in either order.
  struct Reach {
    NodeId relation = model::noId;  // the operand of the closure
    NodeId closure = model::noId;   // the closure, possibly behind aliases
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
    if constexpr (!observed) {  // most operands are names: avoids a call
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
  void comprehend(const Node& n, model::TupleSet& out);

  // Relations over large universes (large_impl.h), which often need not be computed in full.
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
    std::size_t column;  // its first column in the product
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

  /// `restricted`: may skip values that cannot decide the formula (Binder::restriction).
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
  /// Visited shared nodes, with the slots bound around them and the position.
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
  bool large_ = false;      // the universe is too large for dense relations
  unsigned positions_ = 1;  // length of the trace, with its loop unrolled
  unsigned stateCount_ = 1;
  unsigned period_ = 1;  // length of the loop

  // Whether the value of a shared node overflows, cached.
  struct KnownOverflow {
    std::uint64_t stamp = 0;  // 0: not computed
    std::uint32_t position = 0;
    bool value = false;
  };

  std::vector<Cell> cells_;                  // by node
  std::vector<KnownOverflow> overflows_;     // by node, as far as computed
  std::vector<model::TupleSet> slotValues_;  // by slot
  std::vector<bool> assigned_;               // by slot: whether a free variable has a value
  std::unordered_map<model::VarId, std::vector<model::TupleSet>> preferred_;
  model::TupleSet univ_;  // cached `univ`, of a large universe
  std::uint64_t univStamp_ = 0;
  std::uint32_t univPosition_ = 0;
  std::uint64_t bindings_ = 0;  // number of bindings tried
  // Logical times: of the last change of the instance, and of the last change of any slot with the same number modulo 64. A
  // cached value is valid if the latest time of its dependencies equals its stamp.
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
