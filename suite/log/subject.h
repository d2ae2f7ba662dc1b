// The model with which a log is compared, and its source texts.
#pragma once

#include <vector>

#include "model/changes/extension.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::suite::log {

struct Subject {
  const model::Model& model;
  const model::SourceMap& sources;
};

/// The static fields whose values differ between these instances.
std::vector<model::FieldId> differingFields(const model::Model& model, const std::vector<model::Instance>& instances);

/// Makes the static fields in `fields` variable (`var`). Adds the fact that they never change. The search can then find their
/// unknown values in the same way as the values of hidden `var` relations.
void vary(model::Extension& extension, const std::vector<model::FieldId>& fields);

}  // namespace aunit::suite::log
