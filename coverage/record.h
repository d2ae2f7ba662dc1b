// Recording of the requirements that tests meet (AUnit paper, definitions 3 to 5).
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

/// The formulas of the empty command: those of all commands of the model (definition 4). The model's commands are those of the
/// root or, when the root holds tests only, of the modules that files of tests open themselves.
std::vector<model::ExprId> emptyCommand(const model::Model& model, const ExtractOptions& options);

/// Evaluates tests without short cuts and records the requirements that they meet. Each formula is compiled once. A recorder must
/// not be used by several threads at once; model and requirements must outlive it.
class Recorder {
 public:
  struct Options {
    model::Semantics semantics{};
    bool values = false;                      // keep the observed values, too
    const support::Budget* budget = nullptr;  // as in evaluator::Options
  };

  Recorder(const model::Model& model, const ModelRequirements& requirements, Options options);
  ~Recorder();

  struct Judged {
    evaluator::Verdict verdict;
    TestRecord record;  // without id and outcome
  };
  /// Judges an instance and records the requirements that are met. When an expression has no value (there are too many
  /// sub-relations, say), requirements that were met before count; the verdict's error may be about an expression that judging
  /// alone would have skipped.
  Judged judge(const model::Instance& instance, const evaluator::Question& question);
  /// The requirements that the evaluation of an expression alone meets; `given` are the values of its free variables.
  TestRecord value(const model::Instance& instance, model::ExprId expr, const std::vector<evaluator::Binding>& given);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::coverage
