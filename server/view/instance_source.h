// Instances one after the other: those of a command, found when they are asked for, or one that somebody stated.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "model/instance.h"
#include "model/model.h"
#include "solver/session.h"

namespace aunit::server::view {

/// What another instance is to differ in; what comes before it stays as it is (solver/branch.h).
enum class Part { configuration, initialState, step, trace };

struct Outcome {
  std::optional<std::size_t> index;  // of the instance in `instances()`
  std::string message;               // where there is none: a sentence that says why
  bool proved = false;               // and none whose trace is longer than the scope allows
};

/// Not for several threads at once.
class InstanceSource {
 public:
  /// `label` names the command in messages; `check` calls its instances counterexamples. Model and what it is given must outlive
  /// this.
  InstanceSource(const model::Model& model, solver::Problem problem, solver::Options options, std::string label, bool check);
  /// Has this instance and no other.
  InstanceSource(const model::Model& model, model::Instance instance);

  /// Those found so far, in that order. An instance keeps its number.
  const std::deque<model::Instance>& instances() const { return instances_; }
  /// Whether there is anything to look for beside them.
  bool searches() const { return problem_.has_value(); }
  bool temporal() const { return problem_ && problem_->temporal; }

  Outcome first(const std::atomic<bool>& stop);
  /// The one behind, which the search goes on for where none was found yet: of a command all there are come in the end.
  Outcome next(std::size_t index, const std::atomic<bool>& stop);
  /// One that is as this one is up to the part (of a step: up to this state), and there differs from all found so far that are.
  /// `trace`: any other with the same configuration.
  Outcome other(Part part, std::size_t index, std::size_t state, const std::atomic<bool>& stop);

 private:
  static constexpr std::size_t mostInstances = 10'000;  // that are kept

  Outcome search(const std::atomic<bool>& stop);
  Outcome take(solver::Result result, std::string_view none);
  solver::Result nextUnseen(solver::Session& session, solver::Result result, const solver::Budget& budget);
  solver::Session& sessionFor(Part part, int shared);
  solver::Budget budget(const std::atomic<bool>& stop) const;

  const model::Model& model_;
  std::optional<solver::Problem> problem_;
  solver::Options options_;
  std::string label_, noun_;
  std::deque<model::Instance> instances_;
  std::set<std::string> seen_;                       // their canonical texts
  std::unique_ptr<solver::Session> search_;          // all instances
  std::unique_ptr<solver::Session> configurations_;  // one for each configuration; leaves symmetric ones out
  std::unique_ptr<solver::Session> branches_;        // what begins like another one
  std::unique_ptr<solver::Session> traces_;          // those of one configuration
  std::optional<std::size_t> tracesOf_;              // an instance that has it
};

}  // namespace aunit::server::view
