// Which files have demands on a model: itself, with its commands, and those whose tests are about it.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/repair/standing.h"
#include "suite/trouble.h"
#include "support/budget.h"

namespace aunit::runner {

struct ModelFilesOptions {
  std::string modelPath;  // --model
  bool alloy5 = false;
  bool search = true;        // files that are not named count, too
  support::Limits limits{};  // of each file that is loaded
};

/// One set of demands: first the model, if it stands in a file of its own, then the files with tests about it, as they were named
/// and then as they were found; at last guards, files about other models that read one of these.
struct ModelFiles {
  std::vector<strength::DemandingFile> files;
  std::vector<suite::LoadError> errors;   // of named files
  std::vector<strength::Unknown> unread;  // files that were found, read the model, and do not resolve
};

/// Groups the files that are named by the model that they are about, and adds what `run` finds for each: in the folders that an
/// aunit.toml names, else below the current folder (for a model that is not in it, below its own). Files that are found and hold
/// no tests are left out. A file that is no Alloy is a group of its own.
std::vector<ModelFiles> modelFiles(const std::vector<std::string>& named, const ModelFilesOptions& options);

}  // namespace aunit::runner
