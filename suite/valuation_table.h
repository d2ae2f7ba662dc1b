// Conversion of instances to the tables that reports show.
#pragma once

#include "model/instance.h"
#include "model/model.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// A table with a row for each signature and field of the user's modules, and for the order of each opened util/ordering. A
/// relation that is the same in all states has one value.
ValuationTable tableOf(const model::Model& model, const model::Instance& instance);

}  // namespace aunit::suite
