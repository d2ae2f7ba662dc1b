// Compiles a model's expressions to the nodes that the evaluator executes (program.h).
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "evaluator/program.h"
#include "evaluator/value.h"
#include "model/semantics.h"
#include "support/word_index.h"

namespace aunit::evaluator {

/// Compiles expressions on demand into one growing Program. Equal subexpressions share a node. Calls of a function with the same
/// argument nodes share one body. One class both visits expressions and adds nodes, because the binders around the visited
/// expression decide whether the new node caches its value. `rollback` removes the nodes that were added since `setMark`, and all
/// data about expressions visited since then.
class Compiler {
 public:
  struct Options {
    model::Semantics semantics{};
    /// Gives each occurrence of an expression its own nodes, also inside lets and calls, so that `Node::source` is exact.
    bool keepOccurrences = false;
    /// For the observer: formulas that are evaluated together with an expression, see evaluator::Options.
    const Companions* companions = nullptr;
  };

  Compiler(const model::Model& model, Options options) : model_(model), options_(options) {}

  const Program& program() const { return program_; }
  /// Returns the node of an expression of the model. Free variables of the expression become slots, see `slotOf`.
  NodeId compile(model::ExprId expr);
  /// The slot of a free variable.
  SlotId slotOf(model::VarId variable);
  /// Computes restrictions of binders (`Binder::restriction`) in all code compiled so far. Saves time only in large universes.
  /// Has no effect with keepOccurrences.
  void restrictBinders();
  /// The nodes of the string literals in a compiled expression.
  std::span<const NodeId> strings(model::ExprId expr) const { return roots_.at(expr).strings; }
  /// The slots of the free variables of a compiled expression.
  std::span<const SlotId> freeSlots(model::ExprId expr) const { return freeSlotsOf_[roots_.at(expr).node]; }

  /// Sets a mark. `rollback` removes all code compiled since then. Marks are for temporary expressions, such as those of an
  /// Overlay. If a part of such an expression was compiled before, the part shares the existing node. Only one mark can be set at
  /// a time.
  void setMark();
  void rollback();
  std::size_t markedNodes() const { return mark_ ? mark_->nodes : 0; }
  std::size_t markedSlots() const { return mark_ ? mark_->slots : 0; }

 private:
  // What a variable refers to: a slot, the node of the value in a `let`, or the node of an argument. If overflows are excluded,
  // the node for an even number of enclosing negations may differ from the node for an odd number.
  struct Meaning {
    model::VarId variable;
    NodeId node[2];
  };

  class Restrictions;

  // An expression that a caller passed to `compile`.
  struct Root {
    NodeId node = model::noId;
    std::vector<NodeId> strings;
  };

  // What rollback() restores: the sizes of all parts that grow, and those flags of older nodes that have changed
  // since setMark().
  struct Mark {
    std::size_t nodes, children, binders, scopes, bounds, slots, calls, meanings;
    std::vector<model::VarId> freeSlots;
    std::vector<model::ExprId> roots;
    struct SavedNode {
      NodeId id;
      bool keep, keepByTime;
      std::uint32_t uses;
    };
    std::vector<SavedNode> changed;
  };

  // Whether a formula is at the front of the whole formula, where the Analyzer skolemises existential variables. std::nullopt: it
  // is not at the front. false: it is at the front and not negated. true: it is at the front and negated, for example the left
  // side of an implication. Used only if overflows are excluded.
  using Front = std::optional<bool>;
  static Front opposite(Front front) { return front ? Front(!*front) : front; }

  NodeId visit(model::ExprId id);
  NodeId visit(model::ExprId id, Front front);
  NodeId accompanied(model::ExprId id, NodeId node);
  NodeId translate(model::ExprId id);
  NodeId visitVariable(model::ExprId id);
  Meaning visitMeaning(model::VarId variable, model::ExprId value);
  NodeId visitValue(model::ExprId id);
  NodeId visitLet(model::ExprId id, Front front);
  NodeId visitCall(model::ExprId id, Front front);
  NodeId visitIn(model::ExprId id);
  NodeId visitDifference(model::ExprId id);
  NodeId visitUnion(model::ExprId id);
  NodeId visitPrime(model::ExprId id);
  NodeId visitNot(model::ExprId id, Front front);
  NodeId visitImplies(model::ExprId id, Front front);
  NodeId visitScope(model::ExprId id, Code code, Front front = std::nullopt);
  NodeId visitTemporal(model::ExprId id, Code code);
  NodeId visitTotalOrder(model::ExprId id);
  NodeId operation(model::ExprId id, Code code, Front front = std::nullopt);
  NodeId comparison(model::ExprId id, Code code);
  NodeId finishComparison(model::ExprId id, Node node, std::span<const NodeId> children);
  NodeId leaf(model::ExprId id, Code code, bool variable = false);
  NodeId alias(model::ExprId id, NodeId value, std::span<const NodeId> observed = {});
  BoundId visitBound(model::ExprId id, std::vector<NodeId>& values);
  bool hasMultiplicities(model::ExprId id) const;
  bool isPlainRelation(NodeId id) const;

  Node base(model::ExprId id, Code code) const;
  NodeId slotNode(SlotId slot, model::ExprId id);
  SlotId newSlot(Slot slot);
  NodeId add(Node node, std::span<const NodeId> children);
  std::uint32_t meaningOf(const Node& node, std::span<const NodeId> children);
  void deriveFlags(Node& node, std::span<const NodeId> children, std::vector<SlotId>& free);
  void keepIfWorthwhile(NodeId id);
  Node& change(NodeId id);
  NodeId intersection(NodeId left, NodeId right);
  bool universallyBound(NodeId operand) const;
  std::vector<NodeId> stringsBelow(NodeId root) const;

  const model::Model& model_;
  Options options_;
  Program program_;
  support::WordIndex index_;    // nodes by content, to share equal ones
  support::WordIndex calls_;    // indices into `bodies_`, by function, `negated_`, and meanings of the arguments
  std::vector<NodeId> bodies_;  // by index of a call in `calls_`: the compiled body
  // Cache of visitValue() for the current expression. A key has the ExprId, `negated_`, `silent_` and the environment. Used only
  // if overflows are excluded.
  support::WordIndex values_;
  std::vector<NodeId> valueNodes_;
  support::WordIndex meanings_;           // contents of nodes without their places in the source
  std::vector<std::uint32_t> meaningOf_;  // by node: a number; nodes of equal expressions have equal numbers
  std::unordered_map<model::VarId, SlotId> freeSlots_;
  // A map, because a vector by ExprId would be too large: a file of many tests has millions of expressions, and each explanation
  // has its own compiler.
  std::unordered_map<model::ExprId, Root> roots_;
  std::vector<Meaning> environment_;
  std::vector<std::vector<SlotId>> freeSlotsOf_;  // by node: its free slots, ascending
  std::vector<std::uint32_t> uses_;               // by node: the number of its parents
  std::vector<std::uint32_t> content_;            // content of the node that add() is making; a member only to reuse its memory
  std::vector<SlotId> enclosing_;                 // slots of the enclosing binders
  std::size_t restricted_ = 0;                    // restrictBinders() has processed this many nodes
  std::size_t depth_ = 0;
  std::size_t temporalDepth_ = 0;
  Front front_;  // the Front of the expression that is visited next
  std::optional<Mark> mark_;
  bool silent_ = false;   // inside a companion, whose parts are not observed
  bool negated_ = false;  // below an odd number of negations; used only if overflows are excluded
};

}  // namespace aunit::evaluator
