// Conversion of instances to the tables that reports show.
#pragma once

#include "model/instance.h"
#include "model/model.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// A table with a row for each signature and field of the user's modules, and for the order of each opened util/ordering. A
/// relation that is the same in all states has one value.
ValuationTable tableOf(const model::Model& model, const model::Instance& instance);

/// A tuple of a field, or a member of a signature, in a state.
struct MarkedTuple {
  bool isField = false;
  std::uint32_t id = 0;
  std::uint32_t state = 0;
  std::vector<model::Atom> tuple;
};
/// The table with ` !` behind some tuples. Static tuples are marked in state 0.
ValuationTable tableOf(const model::Model& model, const model::Instance& instance, const std::vector<MarkedTuple>& marked);

/// The name of a row.
std::string rowName(const model::Model& model, bool isField, std::uint32_t id);

}  // namespace aunit::suite
