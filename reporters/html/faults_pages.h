// The pages of fault localisation. They need assets/report.css and assets/report.js beside them.
#pragma once

#include <cstddef>
#include <string>

#include "strength/fault_report.h"

namespace aunit::reporters::html {

/// What fails, and the suspects with the ways to them: "index.html".
std::string faultIndexPage(const strength::FaultReport& report);
/// One source: its text, suspects coloured by how suspicious they are, with the reasons under their lines:
/// faultSourcePath(report, source).
std::string faultSourcePage(const strength::FaultReport& report, std::size_t source);

/// A path below the report's folder, "/" between.
std::string faultSourcePath(const strength::FaultReport& report, std::size_t source);

}  // namespace aunit::reporters::html
