// Finds bodies of a predicate or fact that satisfy a task: new bodies, or the present body with one subexpression replaced.
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

/// Proposes to replace the expression `place` by `by(nodes)`.
struct Proposal {
  model::ExprId place = model::noId;
  /// Makes the new expression; may be called only during the callback that gets the proposal.
  std::function<model::ExprId(model::Nodes&)> by;
};
using Propose = std::function<Reply(const Proposal&)>;

/// Limits of the search.
struct Effort {
  std::size_t variables = 2;   // limit for the number of variables in the prefix of quantifiers
  bool subsignatures = false;  // whether the variables of a prefix with two variables may range over subsignatures
  std::size_t terms = 500;     // limit for the number of terms that are made for one frame (see batch_evaluator.h)
  MatrixLimits matrices;
  std::uint16_t placeCost = 6;  // limit for the cost of the expression that replaces a subexpression
  std::size_t placeTerms = 300;
};

class Bodies {
 public:
  /// `parameters` are the variables that the body may mention. All arguments that are references must outlive this object.
  Bodies(const model::Model& model, BatchEvaluator& batch, Task& task, const Vocabulary& vocabulary, std::vector<Leaf> parameters,
         const support::Budget& budget);
  ~Bodies();

  /// Proposes formulas for the whole body. Returns false if the search must end.
  bool whole(model::ExprId body, const Effort& effort, const Propose& propose);
  /// Proposes replacements for single subexpressions of the body. `leafOf` makes a leaf of a variable that the body binds.
  /// Returns false if the search must end.
  bool parts(model::ExprId body, const Effort& effort, const std::function<std::optional<Leaf>(model::VarId)>& leafOf,
             const Propose& propose);
  std::uint64_t tried() const { return tried_; }

 private:
  struct SearchedPrefix;

  /// Searches the formulas that begin with the binders in `prefix`.
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
  std::vector<std::unique_ptr<SearchedPrefix>> searched_;
  std::size_t bytes_ = 0;
  std::uint64_t tried_ = 0;
};

}  // namespace aunit::strength::synthesis
