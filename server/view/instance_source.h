// Source of instances, one after the other: those of a command, found on demand, or a single one that was stated.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "solver/session/session.h"
#include "suite/renamings.h"

namespace aunit::server::view {

/// The part in which another instance is to differ; the parts before it stay as they are (solver/translation/branch.h).
enum class Part { configuration, initialState, step, trace };

struct Outcome {
  std::optional<std::size_t> index;  // of the instance in `instances()`
  std::string message = {};          // where there is no instance: a sentence that says why
  std::string answer = {};           // what a search for the command came to, in words
};

/// Not for use by several threads at once.
class InstanceSource {
 public:
  /// `label` names the command in messages; with `check` they call its instances counterexamples. The model must outlive this,
  /// and so must everything that `problem` and `options` refer to.
  InstanceSource(const model::Model& model, solver::Problem problem, solver::Options options, std::string label, bool check);
  /// The source of this instance alone.
  InstanceSource(const model::Model& model, model::Instance instance);
  /// The source of a stretch of a behaviour, which has no loop: what each state is, what is to be said of it all, and the state
  /// with which to begin.
  InstanceSource(const model::Model& model, model::Instance stretch, std::vector<std::string> names, std::string remark,
                 std::size_t start)
      : InstanceSource(model, std::move(stretch)) {
    names_ = std::move(names);
    remark_ = std::move(remark);
    start_ = start;
  }

  /// Names of the states; empty: they are numbered, and the trace goes on with its loop.
  const std::vector<std::string>& names() const { return names_; }
  const std::string& remark() const { return remark_; }
  std::size_t start() const { return start_; }

  /// The instances found so far, in the order in which they were found. An instance keeps its index.
  const std::deque<model::Instance>& instances() const { return instances_; }
  /// A cardinality that wraps in each of them, where one does.
  const std::deque<std::optional<evaluator::Overflow>>& wrapped() const { return wrapped_; }
  /// "smallest: 2 atoms, 3 tuples", where an instance was found for a preference; else empty.
  const std::deque<std::string>& reached() const { return reached_; }
  /// Whether further instances can be searched for.
  bool searches() const { return problem_.has_value(); }
  bool temporal() const { return problem_ && problem_->temporal; }
  /// Whether it is known that the instances found are all.
  bool complete() const { return complete_; }

  Outcome first(const std::atomic<bool>& stop);
  /// The instance behind `index`; the search goes on when none is found yet. All instances of a command come in the end.
  Outcome next(std::size_t index, const std::atomic<bool>& stop);
  /// An instance that is equal to the one at `index` before `part` (for a step: up to `state`), and whose `part` differs from
  /// those of all instances found so far that are equal to it so far. `trace` asks for any other trace with the same
  /// configuration.
  Outcome other(Part part, std::size_t index, std::size_t state, const std::atomic<bool>& stop);

 private:
  static constexpr std::size_t mostInstances = 10'000;  // most instances that are kept

  Outcome search(const std::atomic<bool>& stop);
  Outcome take(solver::Result result, std::string_view none);
  solver::Result nextUnseen(solver::Session& session, solver::Result result, const support::Budget& budget);
  solver::Session& sessionFor(Part part, int shared);
  support::Budget budget(const std::atomic<bool>& stop) const;

  const model::Model& model_;
  std::optional<solver::Problem> problem_;
  solver::Options options_;
  std::string label_, noun_;
  std::vector<std::string> names_;
  std::string remark_;
  std::size_t start_ = 0;
  std::deque<model::Instance> instances_;
  std::deque<std::optional<evaluator::Overflow>> wrapped_;
  std::deque<std::string> reached_;
  bool complete_ = false;
  std::set<std::string> seen_;                       // canonical texts of the instances found
  suite::Renamings renamings_;                       // of what was found one after the other
  std::unique_ptr<solver::Session> search_;          // all instances
  std::unique_ptr<solver::Session> configurations_;  // one instance for each configuration, without symmetric ones
  std::unique_ptr<solver::Session> branches_;        // instances that begin like another one
  std::unique_ptr<solver::Session> traces_;          // traces of one configuration
  std::optional<std::size_t> tracesOf_;              // an instance with this configuration
};

}  // namespace aunit::server::view
