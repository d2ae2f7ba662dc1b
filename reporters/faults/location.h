// Fault localisation as people and other tools see it.
#pragma once

#include <cstddef>
#include <string>

#include "reporters/terminal/style.h"
#include "strength/localization/fault_report.h"

namespace aunit::reporters {

/// The failures, then suspects with their lines, at most so many.
std::string locationText(const strength::FaultReport& report, std::size_t suspects, const Style& style);

/// The first suspects, a line each, as they stand beneath a run with failures. Empty if nothing is suspicious.
std::string whyText(const strength::FaultReport& report, std::size_t suspects, const Style& style);

/// One next step: where to look, and what for.
std::string hintText(const strength::FaultReport& report);

/// {"suspects": [...], "missing": ..., ...}: docs/json.md.
std::string locationJson(const strength::FaultReport& report);

}  // namespace aunit::reporters
