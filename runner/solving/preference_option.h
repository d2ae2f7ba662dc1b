// --first, --minimal, --maximal, --diverse: the instances that `aunit exec` shows.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"
#include "runner/solving/options.h"
#include "solver/preference.h"

namespace aunit::runner {

/// The preference. If all instances are wanted, it is the default preference, because their order does not matter then. Returns
/// nothing and sets `error` if the model has no signature of the name in `options`.
std::optional<solver::Preference> preferenceOf(const SolveOptions& options, const model::Model& model, std::string& error);

}  // namespace aunit::runner
