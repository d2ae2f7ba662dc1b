// Reads traces that are one document: ITF (Apalache, Quint), aunit's own JSON, XML of the Alloy Analyzer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "suite/log/reading/json_value.h"
#include "support/budget.h"

namespace aunit::suite::log {

struct Document {
  std::vector<JsonValue> states;            // for ITF: an object for each state, with the values of variables
  std::optional<std::size_t> loop;          // for ITF: index of the state that follows the last one
  std::optional<model::Instance> instance;  // for JSON and XML: the trace
  std::string error;                        // if not empty: why the document cannot be read
};

/// Reads a document. Returns nothing if the file is a log of lines. Throws std::runtime_error if the file cannot be read, and
/// support::Exhausted if the budget is used up.
std::optional<Document> documentIn(const model::Model& model, const std::string& path, const support::Budget& budget);

}  // namespace aunit::suite::log
