// A model with a change, such as a mutant. Decides by evaluation which trials (tests and claims, see trial.h) hold on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "model/changes/overlay.h"
#include "model/semantics.h"
#include "strength/mutation/mutant.h"
#include "strength/mutation/trial.h"
#include "suite/test_case.h"

namespace aunit::strength {

class ChangedModel {
 public:
  /// Begins with the unchanged model. `model` and `evaluator` must outlive this object.
  ChangedModel(model::Model& model, evaluator::Evaluator& evaluator, model::Semantics semantics);

  /// Applies a change, given as a function that replaces nodes in the overlay, or as mutants. Returns false, and applies nothing,
  /// if `make` returns false or if the mutants exclude each other.
  bool lay(const std::function<bool(model::Overlay&)>& make);
  bool lay(std::span<const Mutant> change);
  /// Whether the trial holds on the changed model; nothing if its test must be judged anew from its text (judgeAnew() in
  /// judge.cpp).
  std::optional<bool> holds(const Trial& c);
  /// Whether the change affects a formula about which the test asks the solver.
  bool reaches(const suite::TestCase& test) const;
  /// Restores the evaluator. The change stays applied.
  void endEvaluation();
  /// Restores the evaluator and the model.
  void restore();
  model::Overlay& overlay() { return overlay_; }

 private:
  void laid();
  bool isReadOtherwise(const Trial& c, const Mutant& mutant) const;
  std::optional<bool> judged(const Trial& c);
  bool touchesDeclarations() const;
  std::optional<bool> judgedByReason(const Trial& c);
  std::optional<std::optional<evaluator::Broken>> firstBroken(const Trial& c);
  bool comesBefore(model::SigId sig, std::uint32_t i) const;
  evaluator::Broken brokenGlobal(std::uint32_t i) const;
  bool holds(const Trial::Part& part);

  model::Model& model_;
  evaluator::Evaluator& evaluator_;
  const model::Semantics semantics_;
  std::size_t implicitCount_;
  model::Overlay overlay_;
  bool laid_ = false;  // whether a change is applied; then Evaluator::setMark() was called, too
  /// By formula: numbers of the declarations and facts with this formula; facts are numbered after declarations.
  std::unordered_map<model::ExprId, std::vector<std::size_t>> roots_;
  std::vector<model::Multiplicity> multiplicities_;  // multiplicities of the signatures of the unchanged model
  std::vector<Mutant> change_;                       // the applied mutants; empty if the change was not given as mutants
  model::SigId constrained_ = model::noId;           // the signature whose multiplicity the change sets
  /// Declarations and facts that the change affects, each with its new form.
  std::vector<std::pair<std::size_t, model::ExprId>> changed_;
};

}  // namespace aunit::strength
