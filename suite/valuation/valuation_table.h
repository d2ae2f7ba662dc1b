// Conversion of instances to the tables that reports show.
#pragma once

#include "model/instances/instance.h"
#include "model/model.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// A table with a row for each signature and field of the user's modules, and for the order of each opened util/ordering. A
/// relation that is the same in all states has one value.
ValuationTable tableOf(const model::Model& model, const model::Instance& instance);

/// The table with ` !` behind some tuples. Static tuples are marked in state 0.
ValuationTable tableOf(const model::Model& model, const model::Instance& instance, const std::vector<MarkedTuple>& marked);

/// The name of a row.
std::string rowName(const model::Model& model, bool isField, std::uint32_t id);

}  // namespace aunit::suite
