// The modules that `open util/ordering[S]` opens.
#pragma once

#include <vector>

#include "model/model.h"

namespace aunit::model {

/// The signature and fields of one opened util/ordering.
struct OrderingModule {
  SigId order = noId;  // the `one sig` that holds the fields
  FieldId first = noId;
  FieldId next = noId;
  SigId elements = noId;  // the ordered signature
};
std::vector<OrderingModule> orderingModules(const Model& model);

}  // namespace aunit::model
