// What a program is in while scripts run: atoms and relations that never change. From a state it computes the calls that the
// model allows there, with the states after them, and those that it forbids.
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
  std::uint32_t action = model::noId;  // its number; noId: no call
  std::vector<model::TupleSet> arguments;

  friend bool operator==(const Call&, const Call&) = default;
};

/// A renaming of atoms, by atom.
using Renaming = std::vector<model::Atom>;

Renaming inverse(const Renaming& renaming);
model::TupleSet renamed(const model::TupleSet& set, const Renaming& by);
Values renamed(const Values& values, const Renaming& by);
Call renamed(const Call& call, const Renaming& by);

/// The data that all stages of one model share.
struct Play {
  const model::Model& model;
  const suite::RelationNumbers& numbers;
  suite::LooksOf& looks;
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
    Bits goals;  // that the step shows, but for pairs and what the state after it shows
  };
  /// A call that the model forbids because of a guard.
  struct Refusal {
    Call call;
    std::size_t guard = 0;
    bool alone = true;  // all other guards hold
    std::size_t goal = 0;
  };
  struct Possible {
    std::vector<Step> steps;
    std::vector<Refusal> refusals;  // the first for each goal
    Bits goals;                     // that the state shows
    bool deadEnd = false;           // no step is possible here, not even one that no action names
  };

  /// The first state of `frame` has what never changes. All in `play` must outlive this.
  Stage(const Play& play, model::Instance frame);
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  const model::Instance& frame() const { return frame_; }
  /// A state as all else takes it: with what it remembers behind its values. `before` is such a state, null before the first one.
  Values remembering(Values values, const Values* before);
  /// A state without what it remembers.
  Values plain(const Values& state) const;
  /// The calls that can happen in a state; throws support::Exhausted.
  Possible possible(const Values& state);
  /// The goals that a state shows, and the calls that lead from it to a given other state.
  Possible between(const Values& before, const Values* after);
  /// Sets `found` where some step, whatever its name, leads to what is known of the state after it.
  void anyStep(const Values& before, const suite::log::Known& known, bool& found);
  /// The goals that two steps one after the other show.
  void addPairs(const Call& before, const Call& now, Bits& goals) const;

  /// The renamings that change nothing of what never changes, the identity first; perhaps not all of them.
  const std::vector<Renaming>& symmetries() const { return symmetries_; }
  /// The renaming that makes of a state after a call the one that stands for all that are alike, and its key.
  std::size_t canonical(const Values& state, const Call& last, std::string& key) const;
  /// Whether all steps were found so far.
  bool complete() const;
  /// Facts that only the whole of a behaviour can break.
  const std::vector<model::Span>& unjudged() const { return facts_.unjudged; }
  /// Whether some of them do not only concern what happens forever.
  bool beyond() const { return beyond_; }
  /// How many times successors were computed.
  std::uint64_t work() const { return work_; }

  /// The instance of two states, for evaluation: the second follows itself.
  model::Instance pair(const Values& before, const Values& after) const;

 private:
  std::vector<Call> callsOf(std::uint32_t action);
  bool guardsOf(const Call& call, std::vector<bool>& holds);
  void put(const Values& values, std::size_t state);
  void recall(const Values& state);
  void addRefusals(const Call& call, const std::vector<bool>& holds, Possible& out) const;
  void addState(const Values& state, Bits& goals) const;
  void addStep(const Call& call, const Values& before, const Values& after, Possible& out);
  bool hasSize(const Goal& goal, const Values& state) const;
  void findSymmetries();
  std::string keyOf(const Values& state, const Call& last, const Renaming& by) const;

  const Play& play_;
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
