// The goals of scripts. A goal is a property that some step, state or refused call should have.
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
  all,  // for a signature: all atoms of its parent; for a field: at least one tuple for each atom of its signature
};

struct Goal {
  enum class Kind : std::uint8_t {
    action,     // some step of the action
    branch,     // a step in which a branch of the action holds
    pair,       // a step of `action` directly after a step of `before`
    arguments,  // a step with two equal, or two different, arguments
    size,       // a state in which `relation` has the size Goal::size
    callSize,   // a step of `action` from a state in which `relation` has the size Goal::size
    refused,    // a state in which a guard forbids a call of the action; if `byOthers` is false, no other guard may forbid it
    state,      // one particular state of the scope
  } kind = Kind::action;
  std::size_t action = 0;
  std::size_t before = 0;  // for `Kind::pair`: index of the action of the earlier step
  std::size_t part = 0;    // for `Kind::branch` and `Kind::refused`: index of the branch or guard
  /// For `Kind::pair` and `Kind::arguments`: how the two arguments must compare.
  enum class Comparison : std::uint8_t { nothing, equal, different } compare = Comparison::nothing;
  /// Indices of the compared arguments. For `Kind::pair`, `first` is an argument of the earlier step, `second` of the later one.
  std::size_t first = 0, second = 0;
  bool byOthers = false;  // for `Kind::refused`: whether other guards may forbid the call, too
  bool isField = false;   // for `Kind::size` and `Kind::callSize`: whether `relation` is a field, not a signature
  std::uint32_t relation = model::noId;
  Size size = Size::none;
  /// For `Kind::refused` with `byOthers`: index of the same goal without `byOthers`. If that goal is met, this one is not wanted.
  std::size_t stronger = SIZE_MAX;
  std::string text{};
};

/// Lists the goals of all kinds except `Kind::state`. Goals of that kind are added when the states are known.
std::vector<Goal> goalsOf(const model::Model& model, const Actions& actions);

/// The word for the kind of a goal: "action", "branch", "pair", "arguments", "size", "size at a call", "refused call", "state".
const char* name(Goal::Kind kind);

/// Returns a formula that holds in a state if the goal is met there: by the state itself, by the step from it, or, for
/// `Kind::pair`, by the next two steps.
model::ExprId formulaOf(const Goal& goal, model::Extension& extension, const Actions& actions, model::Semantics semantics);

}  // namespace aunit::strength::scripts
