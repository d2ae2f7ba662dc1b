// --first, --minimal, --maximal, --diverse: the instances that `aunit exec` shows.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"
#include "runner/solving/options.h"
#include "solver/preference.h"

namespace aunit::runner {

/// The preference; nothing, with the reason in `error`, if the model lacks the signature. The default preference if all instances
/// are asked for, because their order does not matter then.
std::optional<solver::Preference> preferenceOf(const SolveOptions& options, const model::Model& model, std::string& error);

}  // namespace aunit::runner
