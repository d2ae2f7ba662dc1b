// Reading of instances that were saved to files.
#pragma once

#include <optional>
#include <string>

#include "model/diagnostic.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/source.h"
#include "model/test.h"

namespace aunit::suite {

/// The path of the instance of `val name from "file"`, which is relative to the file with the `val`.
std::string savedPath(const model::Valuation& valuation, const model::SourceMap& sources);

/// Reads a file's text, Alloy's XML or this project's JSON, whichever it looks like. The text is added to `sources`; errors go to
/// `diagnostics` (code "instance").
std::optional<model::Instance> readSavedInstance(const model::Model& model, const std::string& path, std::string text,
                                                 model::SourceMap& sources, model::Diagnostics& diagnostics);

}  // namespace aunit::suite
