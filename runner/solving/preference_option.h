// --first, --minimal, --maximal, --diverse: which instances `aunit exec` shows.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"
#include "runner/solving/options.h"
#include "solver/preference.h"

namespace aunit::runner {

/// The preference; nothing, with `error`, when the model lacks the signature. Where all instances are asked for their order
/// does not matter.
std::optional<solver::Preference> preferenceOf(const SolveOptions& options, const model::Model& model, std::string& error);

}  // namespace aunit::runner
