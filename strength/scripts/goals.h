// The goals of scripts: what some step, state or refused call of them should show.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/changes/extension.h"
#include "model/semantics.h"
#include "strength/scripts/actions.h"
#include "suite/steps/looks.h"

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
    action,     // a step of an action
    branch,     // in which one of its branches holds
    pair,       // of `action` right after one of `before`
    arguments,  // with two arguments that are equal, or that differ
    size,       // a state in which a relation has so many tuples
    callSize,   // a step of an action from such a state
    refused,    // a state in which a call is forbidden by one guard, and by no other unless `byOthers`
    state,      // a state of the scope
  } kind = Kind::action;
  std::size_t action = 0;
  std::size_t before = 0;  // pair
  std::size_t part = 0;    // branch, refused: the number of the branch or guard
  enum class Compare : std::uint8_t { nothing, equal, different } compare = Compare::nothing;  // pair, arguments
  std::size_t first = 0, second = 0;  // the arguments that are compared: of a pair, of the earlier step and of the later one
  bool byOthers = false;              // refused
  bool isField = false;               // size, callSize: the relation
  std::uint32_t relation = model::noId;
  Size size = Size::none;
  std::size_t stronger = SIZE_MAX;  // refused with `byOthers`: only wanted where this goal is out of reach
  std::string text{};
};

/// Which goals there are: all kinds but Kind::state, which become known when states are.
std::vector<Goal> goalsOf(const model::Model& model, const Actions& actions);

/// The word for a kind: "action", "branch", "pair", "arguments", "size", "size at a call", "refused call", "state".
const char* name(Goal::Kind kind);

/// A formula that holds where the goal is met: of a state, the step that leaves it, or, of a pair, the two steps from there.
model::ExprId formulaOf(const Goal& goal, model::Extension& extension, const Actions& actions, model::Semantics semantics);

}  // namespace aunit::strength::scripts
