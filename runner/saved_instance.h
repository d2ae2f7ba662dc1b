// Instances that were saved to files.
#pragma once

#include <optional>
#include <string>

#include "model/diagnostic.h"
#include "model/instance.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::runner {

/// Reads a file of Alloy's XML or of this project's JSON, whichever its text looks like. The text is added to `sources`; what is wrong
/// goes to `diagnostics` (code "instance"), at `from` when the file cannot even be read.
std::optional<model::Instance> readSavedInstance(const model::Model& model, const std::string& path, model::Span from,
                                                 model::SourceMap& sources, model::Diagnostics& diagnostics);

}  // namespace aunit::runner
