// The values that the body of a predicate or fact should have on a pool of valuations. These values follow from demands on the
// formulas that use the body.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "strength/synthesis/batch_evaluator.h"
#include "strength/synthesis/matrices.h"

namespace aunit::strength::synthesis {

/// A demand: the conjunction of `formulas` must hold on some valuations, and fail on others.
struct Demand {
  std::vector<model::ExprId> formulas;
  std::vector<std::uint32_t> holds, fails;  // indices of valuations in the pool
};

/// The paragraph whose body is searched.
struct Subject {
  model::FuncId function = model::noId;  // the predicate; noId if the paragraph is a fact
  model::ExprId body = model::noId;      // the present body of the predicate or fact
};

class Task {
 public:
  /// Finds the rows in which the body's value matters, and the rows in which the demands require a value. A row stands for a
  /// valuation, a moment and the arguments of a call. Throws NoColumn if the values of a formula of the demands cannot be stored
  /// in columns.
  Task(const model::Model& model, BatchEvaluator& batch, Subject subject, std::vector<Demand> demands);

  /// The frame of the rows in which the body's value matters. It binds the parameters.
  FrameId base() const { return base_; }
  const TargetValues& wanted() const { return wanted_; }
  /// Whether no body can meet all demands.
  bool isContradictory() const { return contradictory_; }
  /// Whether each body with the wanted values meets all demands. True if `base()` has at most one row for each valuation.
  bool isExact() const { return exact_; }
  /// Whether all demands are met if the body has the values `body`.
  bool accepts(const Column& body);
  /// Returns the valuations on which a demand is not met if the body has the values `body`.
  std::vector<std::uint32_t> missedBy(const Column& body);

 private:
  struct Approximation {
    Column surely, possibly;
  };

  bool reaches(model::ExprId expr);
  void findRows();
  void findWanted();
  Approximation between(model::ExprId expr, FrameId frame, const BatchEvaluator::Names* names, const Approximation& body);
  /// Returns the rows of the root frame in which at least one demand is certainly not met.
  Column missed(const Approximation& body);

  const model::Model& model_;
  BatchEvaluator& batch_;
  const Subject subject_;
  std::vector<Demand> demands_;
  BatchEvaluator::Seam seam_;
  std::vector<char> known_;  // by expression: 1 if it calls or contains the subject, 2 if it does not, 0 if this is not known yet
  FrameId base_ = BatchEvaluator::root;
  /// The calls of the subject. Each call has, by row of its frame, the row of `base_` with the same valuation, moment and
  /// arguments.
  std::vector<std::pair<BatchEvaluator::Call, std::vector<std::uint32_t>>> calls_;
  std::vector<std::unique_ptr<Column>> answers_;
  TargetValues wanted_;
  bool contradictory_ = false;
  bool exact_ = true;
};

}  // namespace aunit::strength::synthesis
