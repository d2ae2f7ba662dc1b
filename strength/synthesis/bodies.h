// Bodies of a predicate or fact that do what a task wants: written anew, or changed in one place.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "model/changes/nodes.h"
#include "strength/synthesis/matrices.h"
#include "strength/synthesis/task.h"
#include "strength/synthesis/vocabulary.h"
#include "support/budget.h"

namespace aunit::strength::synthesis {

/// Puts `by(nodes)` where `place` stands.
struct Proposal {
  model::ExprId place = model::noId;
  std::function<model::ExprId(model::Nodes&)> by;  // good until the search goes on
};
using Propose = std::function<Reply(const Proposal&)>;

/// How far to look.
struct Effort {
  std::size_t variables = 2;   // of a prefix
  bool subsignatures = false;  // two or more variables range over signatures that extend others, too
  std::size_t terms = 500;     // of a frame
  MatrixLimits matrices;
  std::uint16_t placeCost = 6;  // of an expression put into a place
  std::size_t placeTerms = 300;
};

class Bodies {
 public:
  /// `parameters`: variables that the body may speak of. The task's sheet and all else must outlive this.
  Bodies(const model::Model& model, BatchEvaluator& batch, Task& task, const Vocabulary& vocabulary, std::vector<Leaf> parameters,
         const support::Budget& budget);
  ~Bodies();

  /// Formulas in place of the whole body. False when `propose` said stop.
  bool whole(model::ExprId body, const Effort& effort, const Propose& propose);
  /// Expressions and formulas in place of parts of it. `leafOf` gives a bound variable as a leaf.
  bool parts(model::ExprId body, const Effort& effort, const std::function<std::optional<Leaf>(model::VarId)>& leafOf,
             const Propose& propose);
  std::uint64_t tried() const { return tried_; }

 private:
  struct Searched;

  /// Levels of a prefix without their frames.
  bool behind(const std::vector<Binder>& prefix, model::ExprId body, const Effort& effort, const Propose& propose);
  bool behindEachForm(const std::vector<Binder>& variables, model::ExprId body, const Effort& effort, const Propose& propose);
  bool inPlace(model::ExprId body, model::ExprId place, const std::vector<model::VarId>& scope, int polarity,
               const Effort& effort, const std::function<std::optional<Leaf>(model::VarId)>& leafOf, const Propose& propose);

  const model::Model& model_;
  BatchEvaluator& batch_;
  Task& task_;
  const Vocabulary& vocabulary_;
  const std::vector<Leaf> parameters_;
  const support::Budget& budget_;
  std::vector<std::unique_ptr<Searched>> searched_;
  std::size_t bytes_ = 0;
  std::uint64_t tried_ = 0;
};

}  // namespace aunit::strength::synthesis
