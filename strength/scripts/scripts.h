// Scripts: behaviours of a model, chosen so that together they meet all goals in few steps, for a program to be compared with.
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
  std::vector<std::string> actions{};   // predicates; empty: those that the step formula chooses among
  std::optional<model::Scope> scope{};  // nothing: the scope of the model's first command, else 3 atoms of each signature
  bool states = false;                  // each state of the scope is a goal
  bool anyLength = false;               // goals that are not met are asked about for behaviours of any length
  std::size_t longest = 20;             // steps of a script
  model::Semantics semantics{};
  support::Limits limits{.seconds = 60};  // of everything
  std::function<void(std::size_t done, std::size_t all, const char* what)> progress{};
};

/// A call that a program must refuse.
struct Refused {
  Call call;
  std::size_t guard = 0;  // of the action, by number
  bool alone = true;      // no other guard forbids it
};

struct ScriptStep {
  std::vector<Refused> refused;  // before the step
  Call call;
  model::State after;
  std::vector<model::State> others;  // after which the model allows the same call to lead, too
  std::vector<std::size_t> goals;    // that are met first here
};

struct Script {
  model::Instance initial;  // one state
  std::vector<ScriptStep> steps;
  std::vector<Refused> refusedAtEnd;
  model::Instance behaviour;       // that begins so: the first state, those after the steps, perhaps more, and a loop
  bool isBehaviour = false;        // judged by evaluation; false: facts about all of time need another end
  std::vector<std::size_t> goals;  // that the first state meets first
};

struct GoalOutcome {
  enum class Is : std::uint8_t {
    met,
    impossible,         // for behaviours of any length, in this scope
    impossibleInSteps,  // for behaviours of so many states as the scope says
    notWanted,          // a stronger goal is met
    unknown,
  } is = Is::unknown;
  std::size_t script = 0, step = 0;  // met: where; step 0 is the first state
  std::string why;                   // unknown
};

struct Scripts {
  std::string error;  // not empty: why there are none
  Actions actions;
  std::vector<Goal> goals;
  std::vector<GoalOutcome> outcomes;  // by goal
  std::vector<Script> scripts;
  model::Scope scope;
  std::size_t states = 0;    // that are known
  bool all = false;          // these are all
  std::size_t deadEnds = 0;  // states where every behaviour ends: no script leads there
  std::size_t asked = 0;     // questions to the solver
  bool interrupted = false;  // the limits ended the search: goals may be unknown that are not

  std::size_t steps() const;
  std::size_t refusals() const;
  std::size_t count(GoalOutcome::Is is) const;
};

const char* name(GoalOutcome::Is is);  // "met", "impossible", "impossible in N steps" without the number, ...

/// Finds the scripts. The same on each run unless the limits end the search. Throws solver::Unsupported.
Scripts scriptsOf(const parser::Loaded& loaded, const ScriptOptions& options);

/// How many steps a random walk takes until it has met what the scripts meet: it begins in any first state, takes any step that
/// is possible, and begins again after `length` steps. Nothing when `most` steps were not enough; 0 if facts look further than
/// a step in ways that no state remembers, so that a walk need not be a behaviour.
std::optional<std::size_t> randomWalk(const parser::Loaded& loaded, const Scripts& scripts, const ScriptOptions& options,
                                      std::uint64_t seed, std::size_t length, std::size_t most);

}  // namespace aunit::strength::scripts
