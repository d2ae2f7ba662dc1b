// Makes the past a part of the state, for models whose steps and facts mention the past. For a formula such as `historically t
// not in used`, each state stores the values of `t` for which the formula holds. Then the next state depends on one state only.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/changes/extension.h"
#include "suite/steps/state_reads.h"

namespace aunit::strength::scripts {

/// A formula about the past that is stored in each state.
struct PastFormula {
  /// Variable whose value is a set of tuples: the values of the variables `over` for which the formula holds. If `over` is empty,
  /// the value is a truth value: all atoms, or none.
  model::VarId variable = model::noId;
  /// The operator. A subformula with `before` has two successive entries. The first has `before`. The second has `and_`, and
  /// stores whether the operand of `before` holds in a state. In the next state, the first entry reads this value.
  model::Op op = model::Op::once;
  std::vector<model::VarId> over;
  /// Operands, which are about one state; `right` only for `since` and `triggered`.
  model::ExprId left = model::noId, right = model::noId;
};

class Memory {
 public:
  /// All arguments must outlive this object.
  Memory(model::Extension& extension, suite::StateReadsOf& looks);

  /// Returns the formula with variables in place of its subformulas about the past. Does not replace a subformula about the
  /// past if its operands mention the next state, if it is about the past of the next state, or if one of its free variables is
  /// not declared as one atom. If a subformula is not replaced, `looks` reports that the result depends on more than one step.
  model::ExprId replaced(model::ExprId formula);
  /// All formulas that were replaced so far. Inner ones come before the formulas that contain them.
  const std::vector<PastFormula>& all() const { return all_; }
  bool isMemory(model::VarId variable) const;

  /// Computes the values of all entries in state number `moment` of the instance to which `evaluator` is bound, and assigns them
  /// to the entries' variables. `before` has the values in the previous state; null for the first state.
  std::vector<model::TupleSet> in(evaluator::Evaluator& evaluator, std::size_t moment, const model::Universe& universe,
                                  const model::TupleSet* before) const;

 private:
  model::ExprId compute(model::ExprId formula);
  model::ExprId remember(model::ExprId formula);
  bool isScalar(model::VarId variable) const;

  model::Extension& extension_;
  const model::Model& model_;
  suite::StateReadsOf& looks_;
  std::vector<bool> scalar_;  // by variable: whether it is declared as one atom
  std::unordered_map<model::ExprId, model::ExprId> known_;
  std::vector<PastFormula> all_;
};

}  // namespace aunit::strength::scripts
