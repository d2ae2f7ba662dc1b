// Finds the files whose commands or tests state what a model should do: the model's own file, and files with tests about it.
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
  bool search = true;        // also use files that were not named
  support::Limits limits{};  // for each file that is loaded
};

/// The files for one model M. `files` contains, in this order: M's own file, if it has one; the named files with tests about
/// M; further files with tests about M that the search found; the guards. A guard has tests about another model that opens M.
struct ModelFiles {
  std::vector<strength::DemandingFile> files;
  std::vector<suite::LoadError> errors;          // errors in named files
  std::vector<strength::UnknownOutcome> unread;  // files that only the search found; they open M but have errors
};

/// Groups the named files by the model that they are about. If ModelFilesOptions::search is set, also searches for other
/// files with tests about each model, and for guards. Like `aunit run`, searches the folders that the model's aunit.toml names.
/// If it names none, searches the folder of the aunit.toml. If there is no aunit.toml, searches the working folder, or the
/// model's folder if the model is not in the working folder. A file in another language than Alloy forms its own group.
std::vector<ModelFiles> modelFiles(const std::vector<std::string>& named, const ModelFilesOptions& options);

}  // namespace aunit::runner
