// What an answer rests on as text.
#pragma once

#include <optional>

#include "model/model.h"
#include "parser/front_end.h"
#include "solver/reliance/reliance.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// For a command of this file. Nothing if it is not known, or the facts stand in no file (those of a program).
std::optional<RestsOn> restsOn(const parser::Loaded& loaded, const std::optional<solver::Reliance>& reliance,
                               model::CommandId command);

}  // namespace aunit::suite
