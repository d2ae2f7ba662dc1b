// Explains the steps of a trace by actions, and gives its states titles.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// For each state of a trace: the calls of actions that are true for the step to the next state. The last state is followed by
/// the first state of the loop. Arguments range over the bounds of the quantifiers around the calls. If a call has too many
/// possible arguments, only some are tried. Empty if the model has no actions (suite/steps/actions.h).
std::vector<StepName> stepNames(const model::Model& model, const model::Instance& instance);

/// A step in words: "by grant[Client$1, Grant$2] and tick", "by an unnamed step", "nothing changes".
std::string stepText(const StepName& step);

/// A title such as "state 1, by grant[Client$1, Grant$2]". The last state's title also says how the trace continues: "state 2, by
/// tick; this state repeats for ever, by idle", "state 2, then state 1 again". `steps` may be empty.
std::string stateTitle(std::size_t state, std::size_t states, std::size_t loop, std::span<const StepName> steps = {});

}  // namespace aunit::suite
