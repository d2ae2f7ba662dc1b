// Reasons for a formula's value, and places, as JSON (docs/json.md).
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "suite/outcome.h"
#include "suite/reasons/tuple_reason.h"

namespace aunit::reporters {

/// Lines and columns count from 1, columns in characters; the end is the position of the last character.
nlohmann::ordered_json placeJson(const suite::Place& place);
/// An object by name. A further value with the same name (a variable that shadows another) is called "name#2", as for tests.
nlohmann::ordered_json valuesJson(const std::vector<suite::NamedValue>& values);
/// An array with an entry for each step: the actions that explain it as an array of texts, or null if they are not known.
nlohmann::ordered_json actionsJson(const std::vector<suite::StepName>& steps);
nlohmann::ordered_json nearestJson(const suite::NearestValuation& nearest);
/// One object, with its parts inside.
nlohmann::ordered_json reasonJson(const suite::ReasonText& reason);

/// One object: why a tuple is in a relation or not.
nlohmann::ordered_json tupleReasonJson(const suite::TupleReason& reason);

}  // namespace aunit::reporters
