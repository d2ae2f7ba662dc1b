// The modules that `open util/ordering[S]` opens.
#pragma once

#include <vector>

#include "model/model.h"

namespace aunit::model {

/// The parts of one util/ordering module that the model opens.
struct OrderingModule {
  SigId order = noId;  // the `one sig` that declares the fields
  FieldId first = noId;
  FieldId next = noId;
  SigId elements = noId;  // the ordered signature
};
std::vector<OrderingModule> orderingModules(const Model& model);

}  // namespace aunit::model
