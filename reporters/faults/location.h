// Reports of fault localisation, for people and for other tools.
#pragma once

#include <cstddef>
#include <string>

#include "reporters/terminal/style.h"
#include "strength/localization/fault_report.h"

namespace aunit::reporters {

/// The failures, then at most `suspects` suspects with their lines.
std::string locationText(const strength::FaultReport& report, std::size_t suspects, const Style& style);

/// The first `suspects` suspects, one line each, for the end of a failing run. Empty if nothing is suspicious.
std::string whyText(const strength::FaultReport& report, std::size_t suspects, const Style& style);

/// A hint for a failing run: one place, and what to look for there.
std::string hintText(const strength::FaultReport& report);

/// A JSON object with the members "suspects", "missing", ... (docs/json.md).
std::string locationJson(const strength::FaultReport& report);

}  // namespace aunit::reporters
