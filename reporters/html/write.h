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

/// Prepares a folder for a report: creates it (parents, too) if it does not exist, and writes a marker, `.aunit-report`, that
/// lists the files of the report. Fails if the folder has no earlier report, but has files that are not hidden. Call this
/// function before the work that the report shows, so that errors come early. Returns false on failure; `error` is a sentence for
/// the user.
bool prepareFolder(const std::string& folder, std::string& error);

/// Writes index.html and all files to which it links. All files are complete in a temporary folder before the first one replaces
/// an old file; index.html comes last. Removes each page that an earlier report wrote and this report lacks. Other files stay; it
/// is an error if one of them has the name of a page.
bool write(const Report& report, const std::string& folder, std::string& error);
/// Writes a report of mutation testing in the same way.
bool write(const strength::Report& report, const std::string& folder, std::string& error);
/// Writes a report of fault localisation in the same way.
bool write(const strength::FaultReport& report, const std::string& folder, std::string& error);
/// Writes the page about a change of models in the same way.
bool write(const std::vector<ComparedModel>& models, const std::string& folder, std::string& error);
/// Writes the page of an audit in the same way.
bool write(const strength::audit::Report& report, const std::string& folder, std::string& error);
/// Writes the page of proposed tests in the same way.
bool write(const Proposals& proposals, const std::string& folder, std::string& error);

/// Writes the report on a graded class in the same way: for each submission a page in HTML and one in Markdown, and if `teacher`
/// is true, also the page of all answers.
bool write(const strength::grading::Report& report, bool teacher, const std::string& folder, std::string& error);

}  // namespace aunit::reporters::html
