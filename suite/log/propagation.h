// Constraint propagation within one step. An action's conjuncts are conditions on the state before, or equations for the next
// state. Most of the next state follows from them without a choice.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "evaluator/evaluator.h"
#include "suite/log/facts.h"
#include "suite/log/successors.h"
#include "support/budget.h"

namespace aunit::suite::log {

/// A variable of a quantifier, `let` or call, during the search for a next state.
struct StepCell {
  enum class Kind : std::uint8_t { bound, open, defined } is = Kind::open;
  model::TupleSet value;                   // if bound: its value
  std::vector<model::Atom> domain;         // if open: possible values
  model::ExprId definition = model::noId;  // if defined: the expression, whose variables are those of `scope`
  int scope = -1;
  std::vector<int> differsFrom;
};

/// A formula that must be true if `positive`, else false. `scope` links its variables to cells.
struct StepTask {
  model::ExprId formula = model::noId;
  bool positive = true;
  int scope = -1;
  std::uint32_t decl = 0;  // for a quantifier: number of its declarations whose variables have cells
  bool later = false;      // whether the formula is about the next state
};

/// A known row of a relation in the next state: the tuples that begin with `first`, without this first column.
struct StepRow {
  int relation = -1;
  model::Atom first = 0;
  model::TupleSet value;
};

/// A partial solution of the search for a next state.
struct StepPoint {
  std::vector<StepTask> tasks;
  std::vector<StepCell> cells;
  KnownRelations next;
  Relations known;
  std::vector<StepRow> rows;
  /// By atom: a number that is equal for atoms that no choice has distinguished so far. Empty if all are distinguished.
  std::vector<std::uint32_t> orbits;
  bool chosen = false;   // whether some cell got a value by a choice
  bool settled = false;  // whether the next state is known, so that remaining choices do not change it
};

/// Links a variable to a cell, within a scope; `above` is the next link of the scope. Links are removed only before the next
/// search.
struct StepLink {
  model::VarId variable;
  int cell;
  int above;
};

/// Applies the rules of propagation. They are in one class because one rule enables another: an equation makes a relation known,
/// a variable then has a value, and a formula with this variable can be evaluated. All rules evaluate on `pair_`, which has the
/// known values of the current point.
class Propagation {
 public:
  Propagation(const model::Model& model, const RelationNumbers& numbers, StateReadsOf& looks, const model::Instance& frame,
              const Facts& facts, evaluator::Options evaluation, const support::Budget& budget);

  /// Restricts the search to `relations`. Ignores the parts of formulas that read other relations. So the search may find next
  /// states that these parts exclude.
  void project(const Relations& relations);

 protected:
  void put(const Values& values, std::size_t state);
  model::TupleSet& place(int relation, std::size_t state);
  void set(StepPoint& point, int relation, model::TupleSet value);
  /// Copies the values that the point knows into the next state of `pair_`.
  void enter(const StepPoint& point);
  int bind(StepPoint& point, int scope, const std::vector<evaluator::Binding>& given);
  static int add(StepPoint& point, StepCell cell);
  int link(model::VarId variable, int cell, int above);
  int cellOf(model::VarId variable, int scope) const;
  /// Whether the cell has a value. Computes the value if the cell is defined and its expression can be evaluated.
  bool bound(StepPoint& point, int index);
  bool evaluable(StepPoint& point, model::ExprId expr, int scope, bool later);
  /// Whether an expression reads relations that project() leaves out of the search.
  bool ignored(model::ExprId expr);
  void assignFree(const StepPoint& point, model::ExprId expr, int scope);
  bool holds(const StepPoint& point, model::ExprId formula, int scope, bool later);
  model::TupleSet relation(const StepPoint& point, model::ExprId expr, int scope);
  /// Whether a choice in the formula may lead to a call of the event's predicate.
  bool leadsToHint(model::ExprId formula, int depth = 0);
  /// For a call of the event's predicate: binds its parameters to the event's arguments.
  bool takeHint(StepPoint& point, const StepTask& task);

  enum class Result { failed, done, stays };

  /// Simplifies tasks until nothing changes. Returns false if the point has no solution.
  bool propagate(StepPoint& point);
  Result step(StepPoint& point, const StepTask& task);
  /// Like ignored(), but also looks into the definitions of variables. False for `and`, `or` and `implies`, which can be split.
  bool blind(const StepPoint& point, model::ExprId formula, int scope);
  /// An estimate of the number of bindings that evaluation of the formula tries.
  double bindingsOf(model::ExprId formula, int depth = 0);
  /// Whether splitting the formula is faster than evaluating it.
  bool costly(model::ExprId formula);
  Result stepWithin(StepPoint& point, const StepTask& task);
  int define(StepPoint& point, model::ExprId value, int scope);
  Result call(StepPoint& point, const StepTask& task);
  /// Drops the disjuncts that cannot be true. If only one remains, it must be true.
  Result alternatives(StepPoint& point, const StepTask& task);
  /// Makes cells for the variables of a declaration whose bound has a value. Returns false if a variable has no possible value.
  bool declare(StepPoint& point, const model::Decl& decl, int& scope);
  Result exists(StepPoint& point, const StepTask& task, bool bodyHolds);
  Result forAll(StepPoint& point, const StepTask& task, bool bodyHolds);
  /// If one side of an equation is a relation of the next state, or a row of one, and the other side has a value: sets the
  /// relation or row. If `right` is noId, the value is the empty set.
  Result equate(StepPoint& point, const StepTask& task, model::ExprId left, model::ExprId right);
  /// If `expr` is the next value of a relation, or a row of this value (then `prefix` is set), returns the number of the
  /// relation; otherwise -1.
  int targetOf(StepPoint& point, model::ExprId expr, int scope, std::vector<model::Atom>& prefix);
  int rowOf(StepPoint& point, model::ExprId atom, int number, int scope, std::vector<model::Atom>& prefix);
  void setNow(StepPoint& point, int number, model::TupleSet value);
  bool setRow(StepPoint& point, int number, model::Atom first, model::TupleSet value);
  /// If all rows of a relation are known, makes the relation known.
  void complete(StepPoint& point, int number, const model::TupleSet& owners);
  /// All atoms that may be in a signature.
  std::vector<model::Atom> atomsOf(model::SigId sig) const;
  /// `sig` if it is not `var`, else its nearest ancestor that is not `var`; noId if there is none.
  model::SigId staticTop(model::SigId sig) const;

  const model::Model& model_;
  const RelationNumbers& numbers_;
  StateReadsOf& looks_;
  const Facts& facts_;
  evaluator::Evaluator evaluator_;
  const support::Budget& budget_;
  model::Instance pair_;  // the state before the step, and the known part of the state after it
  std::vector<StepLink> links_;
  std::unordered_map<model::ExprId, double> bindings_;
  model::FuncId hint_ = model::noId;  // predicate of the line's event
  int hintScope_ = -1;                // scope with the event's arguments
  bool hinted_ = false;               // whether only choices that lead to a call of `hint_` are tried
  Relations counted_;
  bool projected_ = false;
};

}  // namespace aunit::suite::log
