// Converts instances to tables for reports.
#pragma once

#include "model/instances/instance.h"
#include "model/model.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// A table with a row for each signature and field of the user's modules, and for the order of each util/ordering. A relation
/// that is the same in all states has one value.
ValuationTable tableOf(const model::Model& model, const model::Instance& instance);

/// The table with ` !` after the tuples in `marked`. Marks for static relations have state 0.
ValuationTable tableOf(const model::Model& model, const model::Instance& instance, const std::vector<MarkedTuple>& marked);

/// The name of a relation's row.
std::string rowName(const model::Model& model, bool isField, std::uint32_t id);

}  // namespace aunit::suite
