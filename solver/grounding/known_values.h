// Values of formulas and expressions that are known before solving, because their relations have equal lower and upper bounds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/relations/tuple_set.h"
#include "model/semantics.h"
#include "solver/grounding/bounds.h"
#include "support/budget.h"

namespace aunit::solver {

/// Evaluates closed expressions whose value the bounds determine, instead of translating them to gates. A translation would list
/// the whole closure of a large relation; the evaluator only follows the tuples that it needs.
class KnownValues {
 public:
  /// Requires bounds that are lists of tuples, not products. All arguments must outlive this object; `*budget` may change.
  KnownValues(const model::Model& model, const Bounds& bounds, model::Semantics semantics, const support::Budget* budget);

  /// Whether all relations in an expression have equal lower and upper bounds, and nothing in it depends on time. If overflows
  /// are excluded, an integer that may overflow is not known, because the meaning of an overflow depends on the surrounding
  /// formula.
  bool isKnown(model::ExprId id);
  /// The truth of a formula that is known and has no free variables. Returns nothing if the evaluator refuses it. Throws
  /// Exhausted.
  std::optional<bool> truth(model::ExprId formula);
  /// The value of an expression that is known and has no free variables; null when the evaluator refuses it. Valid until the next
  /// call. Throws Exhausted.
  const model::TupleSet* relation(model::ExprId expr);
  /// Forgets the expressions from `first` on.
  void forget(model::ExprId first);
  /// Frees the memory of the relations' values. The next call that needs them computes them again.
  void release();

 private:
  bool computeKnown(model::ExprId id);
  evaluator::Evaluator& evaluator();

  const model::Model& model_;
  const Bounds& bounds_;
  const model::Semantics semantics_;
  const support::Budget* budget_;
  std::vector<bool> exactSigs_, exactFields_;  // by id: whether the lower bound equals the upper bound; true for built-in
                                               // signatures other than `univ`
  enum class Known : std::uint8_t { unasked, open, exact };  // exact: isKnown() is true; open: false, or not decided yet
  std::vector<Known> known_;                                 // by expression: whether its value is known
  std::unique_ptr<model::Instance> instance_;
  std::unique_ptr<evaluator::Evaluator> evaluator_;
};

}  // namespace aunit::solver
