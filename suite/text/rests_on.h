// Converts to text the facts on which an answer rests.
#pragma once

#include <optional>

#include "model/model.h"
#include "parser/front_end.h"
#include "solver/reliance/reliance.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// `command` is the command that was answered. Returns nothing if `reliance` is not known, or if the answer rests on a
/// fact that is not written in a file.
std::optional<AnswerBasis> restsOn(const parser::Loaded& loaded, const std::optional<solver::Reliance>& reliance,
                                   model::CommandId command);

}  // namespace aunit::suite
