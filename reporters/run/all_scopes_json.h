// The answer about all scopes as JSON: the member "all_scopes" of commands and of tests (docs/json.md).
#pragma once

#include <nlohmann/json.hpp>

#include "suite/outcome.h"

namespace aunit::reporters {

nlohmann::ordered_json allScopesJson(const suite::BeyondScope& answer);

}  // namespace aunit::reporters
