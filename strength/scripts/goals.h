// The goals of scripts: properties that some step, state or refused call should have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/changes/extension.h"
#include "model/semantics.h"
#include "strength/scripts/actions.h"
#include "suite/steps/state_reads.h"

namespace aunit::strength::scripts {

/// How many tuples a relation has.
enum class Size : std::uint8_t {
  none,
  one,
  several,
  all,  // for a signature: each atom of its parent; for a field: a value for each atom of its signature
};

struct Goal {
  enum class Kind : std::uint8_t {
    action,     // some step of the action
    branch,     // a step in which a branch of the action holds
    pair,       // a step of `action` directly after a step of `before`
    arguments,  // a step with two equal, or two different, arguments
    size,       // a state in which a relation has this size
    callSize,   // a step of an action from a state in which a relation has this size
    refused,    // a state in which a guard forbids a call; unless `byOthers`, no other guard forbids it
    state,      // one particular state of the scope
  } kind = Kind::action;
  std::size_t action = 0;
  std::size_t before = 0;  // for pair: index of the action of the earlier step
  std::size_t part = 0;    // for branch and refused: the number of the branch or guard
  enum class Comparison : std::uint8_t { nothing, equal, different } compare = Comparison::nothing;  // for pair and arguments
  std::size_t first = 0, second = 0;  // numbers of the compared arguments; for a pair, of the earlier and of the later step
  bool byOthers = false;              // for refused: other guards may forbid the call, too
  bool isField = false;               // for size and callSize: whether `relation` is a field, not a signature
  std::uint32_t relation = model::noId;
  Size size = Size::none;
  std::size_t stronger = SIZE_MAX;  // for refused with `byOthers`: index of the goal without `byOthers`; the goal with
                                    // `byOthers` is wanted only if the other goal cannot be met
  std::string text{};
};

/// Lists the goals of all kinds except Kind::state; goals of that kind are added when the states are known.
std::vector<Goal> goalsOf(const model::Model& model, const Actions& actions);

/// The word for a kind: "action", "branch", "pair", "arguments", "size", "size at a call", "refused call", "state".
const char* name(Goal::Kind kind);

/// A formula about one state. It holds if the goal is met in the state, by the step from it or, for a pair, by the next two
/// steps.
model::ExprId formulaOf(const Goal& goal, model::Extension& extension, const Actions& actions, model::Semantics semantics);

}  // namespace aunit::strength::scripts
