// The basis of an answer, as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "suite/outcome.h"

namespace aunit::reporters {

nlohmann::ordered_json restsOnJson(const suite::AnswerBasis& on);

}  // namespace aunit::reporters
