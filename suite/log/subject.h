// The model that a log is compared with, with its texts.
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

/// The fields that never change and differ between these instances.
std::vector<model::FieldId> differingFields(const model::Model& model, const std::vector<model::Instance>& instances);

/// Lets these fields vary, with a fact for each that it stays as it is: what never changes and is not known is looked for as what
/// is hidden in states is.
void vary(model::Extension& extension, const std::vector<model::FieldId>& fields);

}  // namespace aunit::suite::log
