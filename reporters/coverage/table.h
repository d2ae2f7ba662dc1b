// Coverage as text for the terminal.
#pragma once

#include <cstddef>
#include <string>

#include "coverage/data.h"
#include "reporters/terminal/style.h"
#include "runner/run_result.h"

namespace aunit::reporters {

struct CoverageTableOptions {
  bool color = false;
  std::size_t gaps = 10;  // number of unmet requirements to list for each model
};

/// For each model, its criteria (met, total, percent) and the unmet requirements, most useful first, each as a sentence with its
/// place.
std::string coverageTable(const coverage::Data& data, const CoverageTableOptions& options);

}  // namespace aunit::reporters
