// The past, as far as a model's steps and facts speak of it, as part of a state: for each formula such as
// `historically t not in used` the values of its variables for which it holds there. Where a step leads is then a question about
// one state again.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/changes/extension.h"
#include "suite/steps/looks.h"

namespace aunit::strength::scripts {

/// A formula about the past.
struct Remembered {
  model::VarId variable = model::noId;  // represents the tuples of `over` for which the formula holds; without `over` a truth
                                        // value: all atoms, or none
  model::Op op = model::Op::once;       // `and_`: it is about this state; behind each `before` is one, for the next state
  std::vector<model::VarId> over;
  model::ExprId left = model::noId, right = model::noId;  // about one state; `right` of `since` and `triggered` alone
};

class Memory {
 public:
  /// All must outlive this.
  Memory(model::Extension& extension, suite::LooksOf& looks);

  /// The formula with variables in place of what it says of the past. What cannot be replaced stays, so that `looks` says of the
  /// result that it looks further than a step: the past of a step, of the next state, or of sets.
  model::ExprId replaced(model::ExprId formula);
  /// All replaced formulas so far; inner ones come first.
  const std::vector<Remembered>& all() const { return all_; }
  bool isMemory(model::VarId variable) const;

  /// What is remembered in a state, to which `evaluator` is bound at `moment`; `before`: what was in the one before, null in the
  /// first. Assigns the variables.
  std::vector<model::TupleSet> in(evaluator::Evaluator& evaluator, std::size_t moment, const model::Universe& universe,
                                  const model::TupleSet* before) const;

 private:
  model::ExprId compute(model::ExprId formula);
  model::ExprId remember(model::ExprId formula);
  bool isScalar(model::VarId variable) const;

  model::Extension& extension_;
  const model::Model& model_;
  suite::LooksOf& looks_;
  std::vector<bool> scalar_;  // by variable: declared as one atom
  std::unordered_map<model::ExprId, model::ExprId> known_;
  std::vector<Remembered> all_;
};

}  // namespace aunit::strength::scripts
