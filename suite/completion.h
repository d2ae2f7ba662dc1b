// Tests of partial valuations: the solver completes them.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "model/instance.h"
#include "parser/front_end.h"
#include "solver/search.h"
#include "suite/outcome.h"
#include "suite/test_case.h"

namespace aunit::suite {

/// A completion, its atoms named as the valuation names them, the others as people would, and what it is judged by.
struct Completed {
  std::shared_ptr<const model::Instance> instance;
  evaluator::Question question;
};

class CompletionJudge {
 public:
  /// `conflicts`: where there is no completion, what cannot hold together is wanted. The evaluator, and what it was made with,
  /// says why a completion does not do what every one must.
  CompletionJudge(const parser::Loaded& loaded, solver::Options solving, bool conflicts, evaluator::Evaluator& evaluator,
                  const evaluator::Options& evaluation)
      : loaded_(loaded),
        model_(*loaded.model),
        solving_(std::move(solving)),
        conflicts_(conflicts),
        evaluator_(evaluator),
        evaluation_(evaluation) {}

  /// Hands out the completion that the result shows, if there is one.
  std::optional<Completed> judge(const TestCase& test, TestResult& result);

 private:
  Completed completedBy(const TestCase& test, const solver::Result& answer) const;
  void showWhy(const TestCase& test, const solver::Result& answer, const Completed& completed, TestResult& result);

  const parser::Loaded& loaded_;
  const model::Model& model_;
  solver::Options solving_;
  bool conflicts_;
  evaluator::Evaluator& evaluator_;
  const evaluator::Options& evaluation_;
};

}  // namespace aunit::suite
