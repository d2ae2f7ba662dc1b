// Judges tests of partial valuations, which the solver completes.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "solver/session/search.h"
#include "suite/outcome.h"
#include "suite/test_case.h"

namespace aunit::suite {

/// A completion, and the constraints by which it is judged. Atoms that the valuation names keep their names; other atoms get
/// readable names (atom_names.h).
struct CompletedInstance {
  std::shared_ptr<const model::Instance> instance;
  evaluator::Question question;
};

class CompletionJudge {
 public:
  /// If `conflicts` is set, the result of a test without a completion shows the unsat core. `evaluator` must have been made with
  /// the options `evaluation`; it explains why a completion fails.
  CompletionJudge(const parser::Loaded& loaded, solver::Options solving, bool conflicts, evaluator::Evaluator& evaluator,
                  const evaluator::Options& evaluation)
      : loaded_(loaded),
        model_(*loaded.model),
        solving_(std::move(solving)),
        conflicts_(conflicts),
        evaluator_(evaluator),
        evaluation_(evaluation) {
    solving_.preference.kind = solver::Preference::Kind::smallest;
  }

  /// Judges a test. Returns the completion that the result shows, if there is one.
  std::optional<CompletedInstance> judge(const TestCase& test, TestResult& result);

 private:
  CompletedInstance completedBy(const TestCase& test, const solver::Result& answer) const;
  void showNearest(const TestCase& test, TestResult& result);
  void showWhy(const TestCase& test, const solver::Result& answer, const CompletedInstance& completed, TestResult& result);

  const parser::Loaded& loaded_;
  const model::Model& model_;
  solver::Options solving_;
  bool conflicts_;
  evaluator::Evaluator& evaluator_;
  const evaluator::Options& evaluation_;
};

}  // namespace aunit::suite
