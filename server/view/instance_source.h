// Source of instances: it finds the instances of a command on demand, or has a single given one.
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

/// The part of the trace in which the next instance must differ from the current one. All earlier parts of the two traces must be
/// equal (solver/translation/branch.h).
enum class Part { configuration, initialState, step, trace };

struct Outcome {
  std::optional<std::size_t> index;  // index in `instances()`; nothing if there is no instance
  std::string message = {};          // why there is no instance, as a sentence
  std::string answer = {};           // the answer to the command, in words
};

/// Not thread-safe. One class has all the sessions, because they add to one list of instances, and each session skips the
/// instances that another session has found.
class InstanceSource {
 public:
  /// `label` names the command in messages. If `check`, messages say "counterexample" instead of "instance". The model, and
  /// everything to which `problem` and `options` refer, must outlive this object.
  InstanceSource(const model::Model& model, solver::Problem problem, solver::Options options, std::string label, bool check);
  /// A source of this instance only.
  InstanceSource(const model::Model& model, model::Instance instance);
  /// A source of one stretch of a behaviour: successive states, without a loop. `names` are the names of these states,
  /// `remark` is about the whole stretch, `start` is the state to show first.
  InstanceSource(const model::Model& model, model::Instance stretch, std::vector<std::string> names, std::string remark,
                 std::size_t start)
      : InstanceSource(model, std::move(stretch)) {
    names_ = std::move(names);
    remark_ = std::move(remark);
    start_ = start;
  }

  /// Names of the states; if empty, states are numbered and the trace has a loop.
  const std::vector<std::string>& names() const { return names_; }
  const std::string& remark() const { return remark_; }
  std::size_t start() const { return start_; }

  /// The instances found so far, in order. Indices stay valid.
  const std::deque<model::Instance>& instances() const { return instances_; }
  /// For each instance: a cardinality that overflows in it, if there is one.
  const std::deque<std::optional<evaluator::Overflow>>& wrapped() const { return wrapped_; }
  /// For each instance: "smallest: 2 atoms, 3 tuples" if a preference chose it, else empty.
  const std::deque<std::string>& reached() const { return reached_; }
  /// Whether further instances can be searched for.
  bool searches() const { return problem_.has_value(); }
  bool temporal() const { return problem_ && problem_->temporal; }
  /// Whether all instances of the command were found.
  bool complete() const { return complete_; }

  Outcome first(const std::atomic<bool>& stop);
  /// The instance after `index`; continues the search if there is none yet. Repeated calls reach all instances of a command.
  Outcome next(std::size_t index, const std::atomic<bool>& stop);
  /// Finds a new instance that equals the instance at `index` in all parts before `part`. For a step, these parts include the
  /// states up to and including `state`. In `part`, the new instance differs from every stored instance with the same earlier
  /// parts. If `part` is `trace`, finds any trace that is not stored yet and has the configuration of the instance at `index`.
  Outcome other(Part part, std::size_t index, std::size_t state, const std::atomic<bool>& stop);

 private:
  static constexpr std::size_t mostInstances = 10'000;

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
  std::set<std::string> seen_;  // canonical texts of the instances found
  suite::Renamings renamings_;  // the instances of `search_`; tells whether an instance only renames atoms of one of them
  std::unique_ptr<solver::Session> search_;          // finds all instances
  std::unique_ptr<solver::Session> configurations_;  // finds one instance per configuration, up to symmetry
  std::unique_ptr<solver::Session> branches_;        // finds instances whose first parts equal those of a stored instance
  std::unique_ptr<solver::Session> traces_;          // finds traces of one configuration
  std::optional<std::size_t> tracesOf_;              // `traces_` finds traces with the configuration of this instance
};

}  // namespace aunit::server::view
