// Fault localisation: files to a report.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "strength/fault_report.h"

namespace aunit::runner {

struct LocationOptions {
  std::string modelPath;  // --model
  bool alloy5 = false;
  bool noOverflow = false;
  double timeout = 10;        // seconds for one file; 0: no limit
  bool plainCommands = true;  // see strength::EvidenceOptions
  const std::atomic<bool>* stop = nullptr;
};

/// Looks for what makes tests and commands of these files fail. A place that several files lead to has the highest of its scores.
strength::FaultReport locate(const std::vector<std::string>& files, const LocationOptions& options);

}  // namespace aunit::runner
