// Checks instances of the solver with the evaluator. If the evaluator rejects an instance, this program has a bug, which the user
// should report with the instance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "model/semantics.h"
#include "solver/grounding/grounding.h"
#include "solver/options.h"
#include "support/budget.h"

namespace aunit::solver {

class InstanceCheck {
 public:
  /// All references must outlive this object.
  InstanceCheck(const model::Model& model, const Grounding& grounding, const std::vector<Conjunct>& goals,
                model::Semantics semantics)
      : model_(model), grounding_(grounding), goals_(goals), semantics_(semantics) {}

  /// Describes the first constraint of the question that the evaluator finds violated in the instance; nothing if there is none.
  /// Skips constraints that take too long to evaluate. When the budget ends, skips all remaining constraints if `late` is
  /// true; otherwise throws support::Exhausted. Sets Result::wrapped.
  std::optional<std::string> disagreement(const model::Instance& instance, Result& result, const support::Budget& budget,
                                          bool late) const;

 private:
  const model::Model& model_;
  const Grounding& grounding_;
  const std::vector<Conjunct>& goals_;
  const model::Semantics semantics_;
};

/// Saves the instance (model/instances/instance_json.h) as "aunit-disagreement-..." in the folder for temporary files. Returns a
/// sentence for the user that names the file, or says why there is no file.
std::string saveForReport(const model::Model& model, const model::Instance& instance);

}  // namespace aunit::solver
