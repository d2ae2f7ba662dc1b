// Scripts for testing a program: behaviours of a model that together meet all goals in few steps.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/scripts/goals.h"
#include "strength/scripts/stage.h"
#include "support/budget.h"

namespace aunit::strength::scripts {

struct ScriptOptions {
  /// Names of the predicates that are actions; empty: the actions of the step formula are used.
  std::vector<std::string> actions{};
  /// If not set: the scope of the model's first command; if it has none, 3 atoms of each signature.
  std::optional<model::Scope> scope{};
  bool states = false;       // whether each state of the scope is a goal
  bool anyLength = false;    // whether the solver searches behaviours of any length for the open goals
  std::size_t longest = 20;  // limit for the steps of one script
  model::Semantics semantics{};
  support::Limits limits{.seconds = 60};  // limits of the whole search
  std::function<void(std::size_t done, std::size_t all, const char* what)> progress{};
};

/// A call that a program must refuse.
struct RefusedCall {
  Call call;
  std::size_t guard = 0;  // index in Action::guards of a guard that forbids the call
  bool alone = true;      // whether no other guard forbids the call
};

struct ScriptStep {
  std::vector<RefusedCall> refused;  // calls that the program must refuse before the step
  Call call;
  model::State after;
  std::vector<model::State> others;  // states other than `after` that the model allows after `call`
  /// Indices in Scripts::goals of the goals that this step or the state after it meets, and that no earlier step, state or script
  /// meets.
  std::vector<std::size_t> goals;
};

struct Script {
  model::Instance initial;  // the first state, as an instance with one state
  std::vector<ScriptStep> steps;
  std::vector<RefusedCall> refusedAtEnd;
  model::Instance behaviour;  // begins with the script's states, may continue after them, and ends in a loop
  /// Whether evaluation confirmed that the model allows `behaviour`; false if no continuation with a loop was found.
  bool isBehaviour = false;
  /// Indices in Scripts::goals of the goals that the first state meets, and that no earlier script meets.
  std::vector<std::size_t> goals;
};

struct GoalOutcome {
  enum class Status : std::uint8_t {
    met,
    impossible,         // no behaviour of any length meets the goal in this scope
    impossibleInSteps,  // no behaviour within the scope's number of states meets the goal
    notWanted,          // the goal Goal::stronger is met, so this one is not needed
    unknown,
  } is = Status::unknown;
  std::size_t script = 0, step = 0;  // where the goal is met; step 0 is the first state
  std::string why;                   // for `unknown`: why it is unknown whether the goal can be met
};

struct Scripts {
  std::string error;  // why no scripts were found; otherwise empty
  Actions actions;
  std::vector<Goal> goals;
  std::vector<GoalOutcome> outcomes;  // by goal
  std::vector<Script> scripts;
  model::Scope scope;
  std::size_t states = 0;    // number of known states
  bool all = false;          // whether `states` counts all reachable states
  std::size_t deadEnds = 0;  // number of states from which no infinite behaviour continues; scripts avoid these states
  std::size_t asked = 0;     // number of questions to the solver
  bool interrupted = false;  // whether a limit ended the search; then some goals are unknown

  std::size_t steps() const;
  std::size_t refusals() const;
  std::size_t count(GoalOutcome::Status is) const;
};

const char* name(GoalOutcome::Status is);  // "met", "impossible", "impossible in so many steps", ...

/// Finds the scripts. Deterministic unless a limit ends the search. Throws solver::Unsupported.
Scripts scriptsOf(const parser::Loaded& loaded, const ScriptOptions& options);

/// Returns how many steps a random walk takes until it has met all goals that the scripts meet. The walk begins in a random first
/// state, takes random possible steps, and restarts after `length` steps. Returns nothing if the walk needs more than `most`
/// steps. Each state of the walk stores the values of formulas about the past, so that most facts concern two successive states
/// only. If a fact concerns more states, returns 0, because the walk might violate this fact.
std::optional<std::size_t> randomWalk(const parser::Loaded& loaded, const Scripts& scripts, const ScriptOptions& options,
                                      std::uint64_t seed, std::size_t length, std::size_t most);

}  // namespace aunit::strength::scripts
