// --fail-under CRITERION=PERCENT: thresholds for coverage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "coverage/criteria.h"
#include "coverage/data.h"

namespace aunit::cli {

struct Threshold {
  coverage::Criterion criterion = coverage::Criterion::model;
  double percent = 100;
};

/// Parses a number from 0 to 100. Returns nothing for any other text.
std::optional<double> percentage(const std::string& text);

/// Parses thresholds. If a text has an unknown criterion or no percentage, writes a message on standard error and returns
/// nothing.
std::optional<std::vector<Threshold>> parseThresholds(const std::vector<std::string>& texts);

/// Whether the coverage of all models together reaches each threshold. Names the missed thresholds on standard error.
bool meets(const coverage::Data& data, const std::vector<Threshold>& thresholds);

}  // namespace aunit::cli
