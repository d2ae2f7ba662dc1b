// Propagation within one step: an action's conjuncts guard it and say what becomes of the relations, so that most of the next
// state follows from them without a choice.
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

/// A variable whose value is looked for.
struct StepCell {
  enum class Is : std::uint8_t { bound, open, defined } is = Is::open;
  model::TupleSet value;                   // bound
  std::vector<model::Atom> domain;         // open
  model::ExprId definition = model::noId;  // defined: the expression, with the variables of `scope`
  int scope = -1;
  std::vector<int> differsFrom;
};

/// A formula that has to hold (or not), with its variables.
struct StepTask {
  model::ExprId formula = model::noId;
  bool positive = true;
  int scope = -1;
  std::uint32_t decl = 0;  // for a quantifier: how many of its variables have cells already
  bool later = false;      // it is about the next state
};

/// A row of a relation in the next state: the rest of the tuples that begin with `first`.
struct StepRow {
  int relation = -1;
  model::Atom first = 0;
  model::TupleSet value;
};

/// A partial solution.
struct StepPoint {
  std::vector<StepTask> tasks;
  std::vector<StepCell> cells;
  Known next;
  Relations known;
  std::vector<StepRow> rows;
  std::vector<std::uint32_t> orbits;  // by atom: equal if no choice has distinguished them; empty: all are distinguished
  bool chosen = false;                // a cell was given a value
  bool settled = false;               // the next state is known, and no choice changes it
};

/// Links of names to cells; they only ever grow while one state's successors are looked for.
struct StepLink {
  model::VarId variable;
  int cell;
  int above;
};

class Propagation {
 public:
  Propagation(const model::Model& model, const RelationNumbers& numbers, LooksOf& looks, const model::Instance& frame,
              const Facts& facts, evaluator::Options evaluation, const support::Budget& budget);

  /// From now on only these relations count: parts of formulas about others are left out, so more states may follow.
  void project(const Relations& relations);

 protected:
  void put(const Values& values, std::size_t state);
  model::TupleSet& place(int relation, std::size_t state);
  void set(StepPoint& point, int relation, model::TupleSet value);
  /// Makes the point's known values the next state in `pair_`.
  void enter(const StepPoint& point);
  int bind(StepPoint& point, int scope, const std::vector<evaluator::Binding>& given);
  static int add(StepPoint& point, StepCell cell);
  int link(model::VarId variable, int cell, int above);
  int cellOf(model::VarId variable, int scope) const;
  /// Whether the cell has a value; computes what is defined.
  bool bound(StepPoint& point, int index);
  bool evaluable(StepPoint& point, model::ExprId expr, int scope, bool later);
  /// Whether an expression reads relations that do not count.
  bool ignored(model::ExprId expr);
  void assignFree(const StepPoint& point, model::ExprId expr, int scope);
  bool holds(const StepPoint& point, model::ExprId formula, int scope, bool later);
  model::TupleSet relation(const StepPoint& point, model::ExprId expr, int scope);
  /// Whether a choice may lead to a call of the event's predicate.
  bool leadsToHint(model::ExprId formula, int depth = 0);
  /// Gives a call of the event's predicate the event's arguments.
  bool takeHint(StepPoint& point, const StepTask& task);

  enum class Result { failed, done, stays };

  /// False if the point has no solution.
  bool propagate(StepPoint& point);
  Result step(StepPoint& point, const StepTask& task);
  /// Whether a part that cannot be taken apart reads relations that do not count.
  bool blind(const StepPoint& point, model::ExprId formula, int scope);
  /// The number of bindings that an evaluation of the formula may try.
  double bindingsOf(model::ExprId formula, int depth = 0);
  /// Whether it is quicker to take the formula apart than to evaluate it.
  bool costly(model::ExprId formula);
  Result stepWithin(StepPoint& point, const StepTask& task);
  int define(StepPoint& point, model::ExprId value, int scope);
  Result call(StepPoint& point, const StepTask& task);
  /// Drops disjuncts that cannot hold; if only one remains, it must hold.
  Result alternatives(StepPoint& point, const StepTask& task);
  /// Makes cells for the variables of a declaration whose bound has a value. False if a variable has no value to choose from.
  bool declare(StepPoint& point, const model::Decl& decl, int& scope);
  Result exists(StepPoint& point, const StepTask& task, bool bodyHolds);
  Result forAll(StepPoint& point, const StepTask& task, bool bodyHolds);
  /// `target` = `value` (noId: nothing), if one side is a relation of the next state, or a row of it, and the other has a value.
  Result equate(StepPoint& point, const StepTask& task, model::ExprId left, model::ExprId right);
  /// The relation of which `expr` is the next value, or a row of it; -1 if it is neither.
  int targetOf(StepPoint& point, model::ExprId expr, int scope, std::vector<model::Atom>& prefix);
  int rowOf(StepPoint& point, model::ExprId atom, int number, int scope, std::vector<model::Atom>& prefix);
  void setNow(StepPoint& point, int number, model::TupleSet value);
  bool setRow(StepPoint& point, int number, model::Atom first, model::TupleSet value);
  /// Makes a relation known if all its rows are.
  void complete(StepPoint& point, int number, const model::TupleSet& owners);
  /// The atoms that a signature may have.
  std::vector<model::Atom> atomsOf(model::SigId sig) const;
  /// The signature itself or the nearest above it that never changes.
  model::SigId staticTop(model::SigId sig) const;

  const model::Model& model_;
  const RelationNumbers& numbers_;
  LooksOf& looks_;
  const Facts& facts_;
  evaluator::Evaluator evaluator_;
  const support::Budget& budget_;
  model::Instance pair_;  // the state before, and the known part of the next one
  std::vector<StepLink> links_;
  std::unordered_map<model::ExprId, double> bindings_;
  model::FuncId hint_ = model::noId;  // the predicate of the line's event
  int hintScope_ = -1;                // the scope of the event's arguments
  bool hinted_ = false;               // only choices that lead to `hint_` are made
  Relations counted_;
  bool projected_ = false;
};

}  // namespace aunit::suite::log
