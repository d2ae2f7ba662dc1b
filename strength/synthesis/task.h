// The wanted values of the body of a predicate or fact on a pool of valuations. They follow from demands on the formulas that use
// the body.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "strength/synthesis/batch_evaluator.h"
#include "strength/synthesis/matrices.h"

namespace aunit::strength::synthesis {

/// The conjunction of the formulas should hold on some valuations, and fail on others.
struct Demand {
  std::vector<model::ExprId> formulas;
  std::vector<std::uint32_t> holds, fails;  // numbers of valuations in the pool
};

/// The paragraph whose body is searched.
struct Subject {
  model::FuncId function = model::noId;  // a predicate; noId for a fact
  model::ExprId body = model::noId;      // the body of the predicate or fact
};

class Task {
 public:
  /// Computes the rows (valuation, moment, arguments) in which the body's value matters, and its wanted value there. Throws
  /// NoColumn if a formula of the demands has no columns.
  Task(const model::Model& model, BatchEvaluator& batch, Subject subject, std::vector<Demand> demands);

  /// The frame of these rows, with the parameters bound.
  FrameId base() const { return base_; }
  const TargetValues& wanted() const { return wanted_; }
  /// Whether no body can meet all demands.
  bool isContradictory() const { return contradictory_; }
  /// True if no valuation has several rows. Then each body with the wanted values meets all demands.
  bool isExact() const { return exact_; }
  /// Whether a body with these values meets all demands.
  bool accepts(const Column& body);
  /// The valuations on which a body with these values misses a demand.
  std::vector<std::uint32_t> missedBy(const Column& body);

 private:
  struct Approximation {
    Column surely, possibly;
  };

  bool reaches(model::ExprId expr);
  void findRows();
  void findWanted();
  Approximation between(model::ExprId expr, FrameId frame, const BatchEvaluator::Names* names, const Approximation& body);
  /// The rows of the root in which the demands are certainly missed.
  Column missed(const Approximation& body);

  const model::Model& model_;
  BatchEvaluator& batch_;
  const Subject subject_;
  std::vector<Demand> demands_;
  BatchEvaluator::Seam seam_;
  std::vector<char> known_;  // by expression: 1 if it reaches the subject, 2 if not, 0 if not known yet
  FrameId base_ = BatchEvaluator::root;
  std::vector<std::pair<BatchEvaluator::Call, std::vector<std::uint32_t>>> calls_;  // each with its rows in the base
  std::vector<std::unique_ptr<Column>> answers_;
  TargetValues wanted_;
  bool contradictory_ = false;
  bool exact_ = true;
};

}  // namespace aunit::strength::synthesis
