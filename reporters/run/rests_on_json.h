// What an answer rests on, as JSON (docs/json.md).
#pragma once

#include <nlohmann/json.hpp>

#include "suite/outcome.h"

namespace aunit::reporters {

nlohmann::ordered_json restsOnJson(const suite::AnswerBasis& on);

}  // namespace aunit::reporters
