// Reasons for a formula's value, and places, as JSON (docs/json.md).
#pragma once

#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "suite/outcome.h"
#include "suite/reasons/tuple_reason.h"

namespace aunit::reporters {

/// Lines and columns count from 1; columns count code points. The end is the position of the last character.
nlohmann::ordered_json placeJson(const suite::Place& place);
/// An object: values by name. If a name occurs again (a variable that shadows another), it becomes "name#2", as in reports on
/// tests.
nlohmann::ordered_json valuesJson(const std::vector<suite::NamedValue>& values);
/// An array with an entry for each step: the names of the actions that explain the step, or null if they are not known.
nlohmann::ordered_json actionsJson(const std::vector<suite::StepName>& steps);
nlohmann::ordered_json nearestJson(const suite::NearestValuation& nearest);
/// One object; the reasons for the parts of the formula are inside it.
nlohmann::ordered_json reasonJson(const suite::ReasonText& reason);

/// One object: why a tuple is in a relation, or why it is not.
nlohmann::ordered_json tupleReasonJson(const suite::TupleReason& reason);

}  // namespace aunit::reporters
