// Records the requirements that tests meet (AUnit paper, definitions 3 to 5).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "coverage/data.h"
#include "coverage/extract.h"
#include "evaluator/judge.h"
#include "model/instances/instance.h"
#include "model/semantics.h"
#include "support/budget.h"

namespace aunit::coverage {

/// The formulas of the empty command: those of all commands of the model (definition 4). These are the root's commands; if the
/// root contains only tests, those of the modules that files of tests open directly.
std::vector<model::ExprId> emptyCommand(const model::Model& model, const ExtractOptions& options);

/// Evaluates tests without short cuts, and records the requirements that they meet. Each formula is compiled once. Not
/// thread-safe. Model and requirements must outlive it.
class Recorder {
 public:
  struct Options {
    model::Semantics semantics{};
    bool values = false;                      // also keep the observed values
    const support::Budget* budget = nullptr;  // as in evaluator::Options
  };

  Recorder(const model::Model& model, const ModelRequirements& requirements, Options options);
  ~Recorder();

  struct Judged {
    evaluator::Verdict verdict;
    TestRecord record;  // without id and outcome
  };
  /// Judges an instance and records the requirements that it meets. If an expression has no value (for example because of too
  /// many sub-relations), requirements met before count. The verdict's error may be about an expression that judging without
  /// recording would skip.
  Judged judge(const model::Instance& instance, const evaluator::Question& question);
  /// The requirements that evaluating a single expression meets; `given` are the values of its free variables.
  TestRecord value(const model::Instance& instance, model::ExprId expr, const std::vector<evaluator::Binding>& given);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::coverage
