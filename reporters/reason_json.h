// Why a formula has its value, as JSON (docs/json.md).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "suite/outcome.h"

namespace aunit::reporters {

/// One object, its parts within it.
nlohmann::ordered_json reasonJson(const suite::ReasonText& reason);

}  // namespace aunit::reporters
