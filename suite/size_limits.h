// How many atoms a test's command allows.
#pragma once

#include <optional>

#include "evaluator/judge.h"
#include "model/model.h"

namespace aunit::suite {

/// Nothing for a command that says nothing about sizes: such a command in a test puts no bound on them (reference "tests and
/// coverage", section 1). Throws solver::Unsupported where the scope contradicts the model.
std::optional<evaluator::SizeLimits> sizeLimits(const model::Model& model, const model::Command& command);

}  // namespace aunit::suite
