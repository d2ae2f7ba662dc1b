// Evaluates candidates for the body of a predicate or fact, on all valuations at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "model/changes/overlay.h"
#include "model/semantics.h"
#include "strength/repair/demands.h"
#include "strength/synthesis/batch_evaluator.h"
#include "strength/synthesis/task.h"

namespace aunit::strength {

class RepairBench {
 public:
  /// Throws synthesis::NoColumn.
  RepairBench(const model::Model& model, Demands demands, synthesis::Subject subject, model::Semantics semantics);

  const Demands& demands() const { return demands_; }
  synthesis::BatchEvaluator& batch() { return *batch_; }
  synthesis::Task& task() { return *task_; }

  /// Returns the indices of a few valuations on which the body must hold, and of a few on which it must fail. The first round of
  /// the search for a repair (candidate_search.h) uses only these.
  std::vector<std::uint32_t> telling() const;
  /// Returns the index of a valuation on which the body has the wrong value when it is changed as `overlay` says. Returns nothing
  /// if there is no such valuation. Throws synthesis::NoColumn.
  std::optional<std::uint32_t> missedBy(model::Overlay& overlay);

 private:
  Demands demands_;
  synthesis::Subject subject_;
  std::unique_ptr<synthesis::Pool> pool_;
  std::unique_ptr<synthesis::BatchEvaluator> batch_;
  std::unique_ptr<synthesis::Task> task_;
};

}  // namespace aunit::strength
