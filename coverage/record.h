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

/// The formulas of all commands in the root module. The paper calls these formulas the empty command (definition 4). If the root
/// contains only tests, uses the commands of the modules that files of tests open directly.
std::vector<model::ExprId> emptyCommand(const model::Model& model, const ExtractOptions& options);

/// Evaluates tests without short cuts, and records which requirements they meet. Compiles each formula once. Not thread-safe. The
/// model and the requirements must outlive this object.
class Recorder {
 public:
  struct Options {
    model::Semantics semantics{};
    bool values = false;                      // also record the values of subjects
    const support::Budget* budget = nullptr;  // see evaluator::Options::budget
  };

  Recorder(const model::Model& model, const ModelRequirements& requirements, Options options);
  ~Recorder();

  struct Judgement {
    evaluator::Verdict verdict;
    TestRecord record;  // id and outcome are not set
  };
  /// Judges an instance and records the requirements that it meets. If an expression has no value (for example because it ranges
  /// over too many sub-relations), the record has the requirements that were met before the error. Evaluates all operands, also
  /// operands that the evaluator otherwise skips. So the verdict may be an error even if the evaluator alone finds none.
  Judgement judge(const model::Instance& instance, const evaluator::Question& question);
  /// Evaluates `expr`. Returns the requirements that this evaluation meets. `given`: the values of the free variables of `expr`.
  TestRecord value(const model::Instance& instance, model::ExprId expr, const std::vector<evaluator::Binding>& given);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::coverage
