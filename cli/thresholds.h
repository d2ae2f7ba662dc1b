// --fail-under CRITERION=PERCENT
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

/// A number from 0 to 100; nothing for any other text.
std::optional<double> percentage(const std::string& text);

/// Nothing, after a message on standard error, when one names no criterion or no percentage.
std::optional<std::vector<Threshold>> parseThresholds(const std::vector<std::string>& texts);

/// Whether all models together reach each of them; tells on standard error which are missed.
bool meets(const coverage::Data& data, const std::vector<Threshold>& thresholds);

}  // namespace aunit::cli
