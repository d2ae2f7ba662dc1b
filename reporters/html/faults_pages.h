// The pages of a report of fault localisation. They need assets/report.css and assets/report.js beside them.
#pragma once

#include <cstddef>
#include <string>

#include "strength/localization/fault_report.h"

namespace aunit::reporters::html {

/// "index.html": the tests and commands that fail, and the suspects with links to their places.
std::string faultIndexPage(const strength::FaultReport& report);
/// The page at faultSourcePath(report, source): one source text, its suspects coloured by how suspicious they are, with the
/// reasons under their lines.
std::string faultSourcePage(const strength::FaultReport& report, std::size_t source);

/// A path below the report's folder, its parts separated by "/".
std::string faultSourcePath(const strength::FaultReport& report, std::size_t source);

}  // namespace aunit::reporters::html
