// Instances as the tables that reports show.
#pragma once

#include "model/instance.h"
#include "model/model.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// A row for each signature and field of the users' modules, and for the order of each opened util/ordering; relations that are
/// the same in all states have one value.
ValuationTable tableOf(const model::Model& model, const model::Instance& instance);

}  // namespace aunit::suite
