// The wanted meaning of the body of a predicate or fact: on the valuations of a pool, told from what formulas that use it should
// say.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "strength/synthesis/batch_evaluator.h"
#include "strength/synthesis/matrices.h"

namespace aunit::strength::synthesis {

/// All of these formulas should hold together on some valuations, and not on others.
struct Demand {
  std::vector<model::ExprId> formulas;
  std::vector<std::uint32_t> holds, fails;  // valuations of the pool
};

/// The paragraph to be written anew.
struct Subject {
  model::FuncId function = model::noId;  // a predicate, or
  model::ExprId body = model::noId;      // its body, or that of a fact
};

class Task {
 public:
  /// Finds out in which rows (valuation, moment, arguments) the subject's body decides, and what it should be there. Throws
  /// NoColumn where a formula of the demands has none.
  Task(const model::Model& model, BatchEvaluator& batch, Subject subject, std::vector<Demand> demands);

  /// The rows in which the body is asked for, parameters bound.
  FrameId base() const { return base_; }
  const Wanted& wanted() const { return wanted_; }
  /// Whether no body could do what is wanted.
  bool isContradictory() const { return contradictory_; }
  /// Whether rows of one valuation depend on each other, so that `wanted` does not suffice.
  bool isExact() const { return exact_; }
  /// Whether a body with these values does all that is wanted.
  bool accepts(const Column& body);
  /// Valuations on which it does not.
  std::vector<std::uint32_t> missedBy(const Column& body);

 private:
  struct Between {
    Column surely, possibly;
  };

  bool reaches(model::ExprId expr);
  void findRows();
  void findWanted();
  Between between(model::ExprId expr, FrameId frame, const BatchEvaluator::Names* names, const Between& body);
  /// Rows of the root in which demands are certainly missed.
  Column missed(const Between& body);

  const model::Model& model_;
  BatchEvaluator& batch_;
  const Subject subject_;
  std::vector<Demand> demands_;
  BatchEvaluator::Seam seam_;
  std::vector<char> known_;  // by expression: 1 reaches the subject, 2 does not
  FrameId base_ = BatchEvaluator::root;
  std::vector<std::pair<BatchEvaluator::Call, std::vector<std::uint32_t>>> calls_;  // and the rows of the base that they ask for
  std::vector<std::unique_ptr<Column>> answers_;
  Wanted wanted_;
  bool contradictory_ = false;
  bool exact_ = true;
};

}  // namespace aunit::strength::synthesis
