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

/// Makes these static fields variable, with a fact for each that it never changes, so that unknown static fields are searched
/// like hidden variable relations.
void vary(model::Extension& extension, const std::vector<model::FieldId>& fields);

}  // namespace aunit::suite::log
