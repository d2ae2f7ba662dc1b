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

/// Makes these static fields `var`, and adds a fact for each field that says that it never changes. Unknown static fields can
/// then be searched like hidden `var` relations.
void vary(model::Extension& extension, const std::vector<model::FieldId>& fields);

}  // namespace aunit::suite::log
