// What happens in a trace: the actions that explain each of its steps, and one name for each of its states.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// For each state of a trace the calls of actions that are true of it and the state behind it; the loop's first state is behind
/// the last state. Arguments range over what the quantifiers around the calls say. For calls with too many arguments only some
/// are tried. Empty if the model has no actions (suite/steps/actions.h).
std::vector<StepName> stepNames(const model::Model& model, const model::Instance& instance);

/// "by grant[Client$1, Grant$2] and tick", "by no named action", "nothing changes".
std::string stepText(const StepName& step);

/// "state 1, by grant[Client$1, Grant$2]". For the last state also where the trace goes on: "state 2, by tick; for ever by
/// idle", "state 2, then state 1 again". `steps` may be empty.
std::string stateTitle(std::size_t state, std::size_t states, std::size_t loop, std::span<const StepName> steps = {});

}  // namespace aunit::suite
