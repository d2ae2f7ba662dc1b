// Recording what tests meet (AUnit paper, definitions 3 to 5).
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "coverage/data.h"
#include "coverage/extract.h"
#include "evaluator/judge.h"
#include "model/instance.h"

namespace aunit::coverage {

/// The constraint problem of a test: what is evaluated on its valuation.
struct Problem {
  std::vector<model::ExprId> formulas;                         // of the command, beside the facts
  bool facts = true;                                           // facts and implicit constraints as well
  std::vector<std::pair<model::VarId, model::Atom>> bindings;  // free variables of the formulas
};

/// The problem of the empty command: all commands of the model (definition 4), which are those of the root, or, when the root
/// holds tests only, of the modules that it opens itself.
Problem emptyCommand(const model::Model& model, const ExtractOptions& options);

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

  /// The coverage of one test, without id and outcome. Where evaluation has no value (too many sub-relations to range over, say)
  /// what was met before counts.
  TestRecord record(const model::Instance& instance, const Problem& problem);

  struct Judged {
    std::optional<evaluator::Broken> broken;
    TestRecord record;
  };
  /// Judges an instance and records it in one pass; formulas of the problem that are not in question are recorded as well.
  /// Nothing where something has no value: it may be what judging alone would not have looked at.
  std::optional<Judged> judge(const model::Instance& instance, const evaluator::Question& question, const Problem& problem);

 private:
  void begin(const model::Instance& instance, const Problem& problem);
  TestRecord finish(const model::Instance& instance);

  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::coverage
