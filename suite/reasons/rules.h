// Rules of the language that parts of a contradiction rest on and that are easily overlooked.
#pragma once

#include <string>

#include "model/model.h"
#include "model/source.h"
#include "solver/grounding/problem.h"

namespace aunit::suite {

/// The rule behind the formula or declaration at `place`, as a sentence without its full stop: "`String` has no atoms but ...".
/// Empty if there is none. `problem` gives the sizes of signatures.
std::string ruleBehind(const model::Model& model, const solver::Problem& problem, const model::Span& place);

}  // namespace aunit::suite
