// Fault localisation: from files to a report.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "strength/localization/fault_report.h"
#include "support/budget.h"

namespace aunit::runner {

struct LocationOptions {
  std::string modelPath;  // --model
  bool alloy5 = false;
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // for one model and the files with tests about it
  bool search = true;                     // use also files about the model that were not named (model_files.h)
  bool plainCommands = true;              // see strength::EvidenceOptions
};

/// Finds places in the models that may be the reason why tests and commands fail. Uses the tests and commands of `files`, and of
/// other files about the same models. If several files give a place different scores, the highest score counts.
strength::FaultReport locate(const std::vector<std::string>& files, const LocationOptions& options);

}  // namespace aunit::runner
