// Fault localisation: files to a report.
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
  support::Limits limits{.seconds = 10};  // of one model and the files with tests about it
  bool search = true;                     // such files count whether they are named or not (model_files.h)
  bool plainCommands = true;              // see strength::EvidenceOptions
};

/// Looks for what makes tests and commands of these files fail, and of those that are about the same models. A place that several
/// files lead to has the highest of its scores.
strength::FaultReport locate(const std::vector<std::string>& files, const LocationOptions& options);

}  // namespace aunit::runner
