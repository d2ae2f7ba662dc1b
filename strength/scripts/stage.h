// A stage is the static part of a behaviour: its atoms and static relations. For a state of the behaviour, the stage computes the
// calls that the model allows, with the states after them, and the calls that the model forbids.
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
  std::uint32_t action = model::noId;  // index in Actions::actions; noId if this is no call
  std::vector<model::TupleSet> arguments;

  friend bool operator==(const Call&, const Call&) = default;
};

/// A map from atoms to atoms: the element at the index of an atom is the atom that replaces it.
using Renaming = std::vector<model::Atom>;

Renaming inverse(const Renaming& renaming);
model::TupleSet renamed(const model::TupleSet& set, const Renaming& by);
Values renamed(const Values& values, const Renaming& by);
Call renamed(const Call& call, const Renaming& by);

/// The data that all stages of a model share.
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
    Bits goals;  // goals that the step meets; not those of `Goal::Kind::pair`, and not those of the state after the step
  };
  /// A call that a guard of its action forbids.
  struct Refusal {
    Call call;
    std::size_t guard = 0;
    bool alone = true;  // whether no other guard forbids the call
    std::size_t goal = 0;
  };
  struct Expansion {
    std::vector<Step> steps;
    std::vector<Refusal> refusals;  // at most one refusal for each goal of `Goal::Kind::refused`
    Bits goals;                     // goals that the state meets
    bool deadEnd = false;           // whether no step is possible, neither a call of an action nor another step
  };

  /// The first state of `frame` has the static relations of the stage. All members of `play` must outlive this object.
  Stage(const StageData& play, model::Instance frame);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  const model::Instance& frame() const { return frame_; }
  /// Returns a state in the form that the other functions expect: `values`, then the stored values about the past. `before` is
  /// the previous state; null if this is the first.
  Values remembering(Values values, const Values* before);
  /// Returns a state's values without its stored values about the past.
  Values plain(const Values& state) const;
  /// Returns the possible steps and the refusals in a state. Throws support::Exhausted.
  Expansion possible(const Values& state);
  /// Returns the goals that the state `before` meets, the calls that lead from it to the state `after`, and the refusals in
  /// `before`. If `after` is null, returns no calls.
  Expansion between(const Values& before, const Values* after);
  /// Sets `found` to true if some step, whether it is a call of an action or not, leads from `before` to a state with the values
  /// `known`.
  void anyStep(const Values& before, const suite::log::KnownRelations& known, bool& found);
  /// Adds the goals that two consecutive calls meet.
  void addPairs(const Call& before, const Call& now, Bits& goals) const;

  /// Renamings that preserve the static relations, the identity first. Some may be missing.
  const std::vector<Renaming>& symmetries() const { return symmetries_; }
  /// Sets `key` to the key of the representative of all states that are isomorphic to `state`. Returns the index of the renaming
  /// that maps `state` to the representative.
  std::size_t canonical(const Values& state, const Call& last, std::string& key) const;
  /// Whether all steps were found; false if a limit hid one.
  bool complete() const;
  /// Places of facts that only a whole behaviour can violate.
  const std::vector<model::Span>& unjudged() const { return facts_.unjudged; }
  /// Whether facts depend on more than two states. Facts that depend only on the end of a behaviour do not count.
  bool beyond() const { return beyond_; }
  /// Number of times that successors of a state were computed.
  std::uint64_t work() const { return work_; }

  /// Returns an instance with these two states, for evaluation. After the first state, it repeats the second one forever.
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
