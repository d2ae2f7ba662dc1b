// The static part of a behaviour: its atoms and static relations. For a state, a stage computes the calls that the model allows,
// with the states after them, and the calls that it forbids.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/instances/instance.h"
#include "strength/scripts/actions.h"
#include "strength/scripts/bits.h"
#include "strength/scripts/goals.h"
#include "suite/log/successors.h"

namespace aunit::strength::scripts {

using suite::Values;

/// A call of an action.
struct Call {
  std::uint32_t action = model::noId;  // index in Actions::actions; noId: no call
  std::vector<model::TupleSet> arguments;

  friend bool operator==(const Call&, const Call&) = default;
};

/// By atom: the atom to which it is renamed.
using Renaming = std::vector<model::Atom>;

Renaming inverse(const Renaming& renaming);
model::TupleSet renamed(const model::TupleSet& set, const Renaming& by);
Values renamed(const Values& values, const Renaming& by);
Call renamed(const Call& call, const Renaming& by);

/// The data that all stages of one model share.
struct StageData {
  const model::Model& model;
  const suite::RelationNumbers& numbers;
  suite::StateReadsOf& looks;
  const Actions& actions;
  const std::vector<Goal>& goals;
  Memory& memory;
  evaluator::Options evaluation;
  const support::Budget& budget;
};

class Stage {
 public:
  /// A step that the model allows.
  struct Step {
    Call call;
    Values after;
    Bits goals;  // goals that the step shows, except those of Goal::Kind::pair and those of the state after the step
  };
  /// A call that the model forbids because of a guard.
  struct Refusal {
    Call call;
    std::size_t guard = 0;
    bool alone = true;  // no other guard forbids the call
    std::size_t goal = 0;
  };
  struct Expansion {
    std::vector<Step> steps;
    std::vector<Refusal> refusals;  // at most one for each goal of kind `refused`
    Bits goals;                     // goals that the state shows
    bool deadEnd = false;           // no step is possible, with or without a name
  };

  /// The first state of `frame` has the static relations. All members of `play` must outlive this object.
  Stage(const StageData& play, model::Instance frame);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  const model::Instance& frame() const { return frame_; }
  /// A state in the form that the other functions expect: its values, then its stored past. `before` is the previous state;
  /// null for the first state.
  Values remembering(Values values, const Values* before);
  /// The values of a state, without its stored past.
  Values plain(const Values& state) const;
  /// The calls that are possible or refused in a state. Throws support::Exhausted.
  Expansion possible(const Values& state);
  /// The goals that a state shows, and the calls that lead from it to `after`.
  Expansion between(const Values& before, const Values* after);
  /// Sets `found` if some step, with or without a name, leads to a state with the values `known`.
  void anyStep(const Values& before, const suite::log::KnownRelations& known, bool& found);
  /// Adds the goals that two consecutive calls show.
  void addPairs(const Call& before, const Call& now, Bits& goals) const;

  /// Renamings that preserve the static relations, the identity first. Some may be missing.
  const std::vector<Renaming>& symmetries() const { return symmetries_; }
  /// Returns the number of the renaming that maps the state to the representative of all states that are isomorphic to it. Sets
  /// `key` to the representative's key.
  std::size_t canonical(const Values& state, const Call& last, std::string& key) const;
  /// Whether all steps have been found so far.
  bool complete() const;
  /// Facts that only a whole behaviour can violate.
  const std::vector<model::Span>& unjudged() const { return facts_.unjudged; }
  /// Whether facts depend on more than two states. Ignores facts that depend only on the end of a behaviour.
  bool beyond() const { return beyond_; }
  /// The number of computations of successors.
  std::uint64_t work() const { return work_; }

  /// An instance of two states, for evaluation. Its loop is the second state.
  model::Instance pair(const Values& before, const Values& after) const;

 private:
  std::vector<Call> callsOf(std::uint32_t action);
  bool guardsOf(const Call& call, std::vector<bool>& holds);
  void put(const Values& values, std::size_t state);
  void recall(const Values& state);
  void addRefusals(const Call& call, const std::vector<bool>& holds, Expansion& out) const;
  void addState(const Values& state, Bits& goals) const;
  void addStep(const Call& call, const Values& before, const Values& after, Expansion& out);
  bool hasSize(const Goal& goal, const Values& state) const;
  void findSymmetries();
  std::string keyOf(const Values& state, const Call& last, const Renaming& by) const;

  const StageData& play_;
  model::Instance frame_;
  model::Instance pair_;
  suite::log::Facts facts_;
  bool beyond_ = false;
  std::unique_ptr<suite::log::Successors> successors_;
  evaluator::Evaluator evaluator_;
  std::vector<Renaming> symmetries_;
  std::uint64_t work_ = 0;
};

}  // namespace aunit::strength::scripts
