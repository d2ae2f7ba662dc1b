// The HTML report as files that open from disk.
#pragma once

#include <string>
#include <vector>

#include "reporters/html/proposals_page.h"
#include "reporters/html/report.h"
#include "reporters/versions/versions.h"
#include "strength/audit/audit.h"
#include "strength/grading/report.h"
#include "strength/localization/fault_report.h"
#include "strength/mutation/report.h"

namespace aunit::reporters::html {

/// Prepares a folder for a report: it is made when it is missing (parents too), must hold nothing but hidden files or an earlier
/// report, and gets a marker, `.aunit-report`, which names the files of the report. To be called before the work that is
/// reported. Returns false with a sentence for the user in `error`.
bool prepareFolder(const std::string& folder, std::string& error);

/// Writes index.html and everything it leads to. All files are complete in a temporary folder beside it before the first takes
/// its place, index.html comes last, and pages that the marker names and this report lacks are removed. Other files are left
/// alone; one that is in the way is an error.
bool write(const Report& report, const std::string& folder, std::string& error);
/// Writes a report of mutation testing likewise.
bool write(const strength::Report& report, const std::string& folder, std::string& error);
/// Writes a report of fault localisation likewise.
bool write(const strength::FaultReport& report, const std::string& folder, std::string& error);
/// Writes the page about a change of models likewise.
bool write(const std::vector<ComparedModel>& models, const std::string& folder, std::string& error);
/// Writes the page of an audit likewise.
bool write(const strength::audit::Report& report, const std::string& folder, std::string& error);
/// Writes the page of proposed tests likewise.
bool write(const Proposals& proposals, const std::string& folder, std::string& error);

/// Writes a graded class likewise. `teacher`: with the page of all answers; without it only what students get, a page in HTML and
/// one in Markdown for each submission.
bool write(const strength::grading::Report& report, bool teacher, const std::string& folder, std::string& error);

}  // namespace aunit::reporters::html
