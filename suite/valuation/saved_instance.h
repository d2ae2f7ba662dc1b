// Reading of instances that were saved to files.
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

/// The files at a path with their texts. Nothing, after the reason in `error`, if there are none or one cannot be read.
std::optional<std::vector<model::DataFile>> savedFiles(const std::string& path, std::string& error);

/// Reads Alloy's XML or this project's JSON, whichever the only file looks like, or data (model/instances/data_files.h): then Int
/// is as wide as the largest number needs. The texts are added to `sources`; errors go to `diagnostics`.
std::optional<model::Instance> readSavedInstance(const model::Model& model, std::vector<model::DataFile> files,
                                                 model::SourceMap& sources, model::Diagnostics& diagnostics);

/// Reads JSON of another shape, as a mapping says. Its errors stand in the module with the mapping, too: `sources` must have it.
std::optional<model::Instance> readMappedInstance(const model::Model& model, const model::Log& mapping,
                                                  const std::vector<model::DataFile>& files, model::SourceMap& sources,
                                                  model::Diagnostics& diagnostics);

}  // namespace aunit::suite
