// Why a formula has its value, and where it stands, as JSON (docs/json.md).
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "suite/outcome.h"

namespace aunit::reporters {

/// Lines and columns from 1, counted in characters; the end is the last character's.
nlohmann::ordered_json placeJson(const suite::Place& place);
/// An object by name. A second value of a name (of a variable that shadows another) is called "name#2", as tests are.
nlohmann::ordered_json valuesJson(const std::vector<suite::NamedValue>& values);
/// One object, its parts within it.
nlohmann::ordered_json reasonJson(const suite::ReasonText& reason);

}  // namespace aunit::reporters
