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

/// Prepares a folder for a report. Creates it if it is missing (parents too), and writes a marker, `.aunit-report`, that lists
/// the files of the report. The folder may hold only hidden files or an earlier report. Call it before the work that the report
/// is about. Returns false with a sentence for the user in `error`.
bool prepareFolder(const std::string& folder, std::string& error);

/// Writes index.html and all files it links to. All files are complete in a temporary folder before the first replaces an old
/// one; index.html comes last. Pages of the previous report that this one lacks are removed. Other files are left alone; one with
/// the name of a page is an error.
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

/// Writes a graded class likewise. `teacher`: with the page of all answers; otherwise only the students' pages, one in HTML and
/// one in Markdown for each submission.
bool write(const strength::grading::Report& report, bool teacher, const std::string& folder, std::string& error);

}  // namespace aunit::reporters::html
