// --first, --minimal, --maximal, --diverse: which instances `aunit exec` shows.
#pragma once

#include <optional>
#include <string>

#include "cli/input/arguments.h"
#include "model/model.h"
#include "solver/preference.h"

namespace aunit::cli {

/// The preference; nothing, with `error`, when the model lacks the signature. Where all instances are asked for their order
/// does not matter.
std::optional<solver::Preference> preferenceOf(const ExecArguments& arguments, const model::Model& model, std::string& error);

}  // namespace aunit::cli
