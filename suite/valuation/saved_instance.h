// Reads instances that were saved to files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/instances/data_files.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/source.h"
#include "model/test.h"

namespace aunit::suite {

/// The files at a path, with their texts. Returns nothing and sets `error` if there are no files, or if a file cannot be read.
std::optional<std::vector<model::DataFile>> savedFiles(const std::string& path, std::string& error);

/// Reads an instance from Alloy's XML, aunit's JSON, or data files (model/instances/data_files.h), according to the content. For
/// data files, the bit width is large enough for the largest number. Adds the texts to `sources` and errors to `diagnostics`.
std::optional<model::Instance> readSavedInstance(const model::Model& model, std::vector<model::DataFile> files,
                                                 model::SourceMap& sources, model::Diagnostics& diagnostics);

/// Reads an instance from JSON whose structure `mapping` describes. Errors may be in the module with the mapping, so `sources`
/// must have that module.
std::optional<model::Instance> readMappedInstance(const model::Model& model, const model::Log& mapping,
                                                  const std::vector<model::DataFile>& files, model::SourceMap& sources,
                                                  model::Diagnostics& diagnostics);

}  // namespace aunit::suite
