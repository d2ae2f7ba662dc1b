// Recording what tests meet (AUnit paper, definitions 3 to 5).
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "coverage/data.h"
#include "coverage/extract.h"
#include "evaluator/judge.h"
#include "model/instance.h"

namespace aunit::coverage {

/// The formulas of the empty command: those of all commands of the model (definition 4), which are those of the root, or, when
/// the root holds tests only, of the modules that it opens itself.
std::vector<model::ExprId> emptyCommand(const model::Model& model, const ExtractOptions& options);

/// Evaluates tests without short cuts and notes what they meet. Compiles each formula once. Not for several threads at once;
/// model and requirements must outlive it.
class Recorder {
 public:
  struct Options {
    bool noOverflow = false;
    bool values = false;                                              // keep the observed values too
    const std::atomic<bool>* stop = nullptr;                          // set: give up soon, whatever comes out is of no use
    const std::chrono::steady_clock::time_point* deadline = nullptr;  // passed: give up soon; may change between calls
  };

  Recorder(const model::Model& model, const ModelRequirements& requirements, Options options);
  ~Recorder();

  struct Judged {
    evaluator::Verdict verdict;
    TestRecord record;  // without id and outcome
  };
  /// Judges an instance and records what that meets. Where evaluation has no value (too many sub-relations to range over, say)
  /// what was met before counts; the verdict's error may then be about what judging alone would not have looked at.
  Judged judge(const model::Instance& instance, const evaluator::Question& question);
  /// What the value of an expression alone meets; what its free variables stand for is given.
  TestRecord value(const model::Instance& instance, model::ExprId expr, const std::vector<evaluator::Binding>& given);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::coverage
