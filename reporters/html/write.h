// The HTML report as files that open from disk.
#pragma once

#include <string>

#include "reporters/html/report.h"

namespace aunit::reporters::html {

/// Whether a report can be written there: a folder (made when it is missing, parents too) in which files can be created.
/// Call it before the work whose report it will be. False with a sentence for the user in `error`.
bool prepareFolder(const std::string& folder, std::string& error);

/// Writes index.html and everything it leads to. All files are complete in a temporary folder beside it before the first takes
/// its place, index.html comes last, and pages of an earlier report that this one lacks are removed. Other files are left alone.
bool write(const Report& report, const std::string& folder, std::string& error);

}  // namespace aunit::reporters::html
