// Traces that one document holds whole: ITF (Apalache, Quint), this project's JSON and the XML of the Alloy Analyzer.
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
  std::vector<JsonValue> states;            // of ITF: objects of the variables' values
  std::optional<std::size_t> loop;          // of ITF: the state that follows the last one
  std::optional<model::Instance> instance;  // of the others
  std::string error;                        // not empty: why it cannot be read
};

/// Nothing for a file of lines. Throws std::runtime_error when the file cannot be read, support::Exhausted if the budget ends.
std::optional<Document> documentIn(const model::Model& model, const std::string& path, const support::Budget& budget);

}  // namespace aunit::suite::log
