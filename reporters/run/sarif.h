// SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), which code scanning of platforms and editors read: what is to be
// looked at, each with its place.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/diagnostic.h"
#include "model/source.h"
#include "runner/run_result.h"
#include "runner/solving/report.h"
#include "strength/audit/audit.h"
#include "strength/mutation/report.h"
#include "suite/outcome.h"

namespace aunit::reporters {

/// One result. `rule` is the name of one of the rules that the file lists: "test", "vacuous", "unmet", "survivor", "check",
/// "run", "audit", "error" or "warning".
struct SarifResult {
  std::string rule;
  std::string message;                                             // plain text, perhaps of several lines
  suite::Place place;                                              // with a file, at least
  std::vector<std::pair<suite::Place, std::string>> related = {};  // further places, and what they say
};

/// The document. `about` names what was done ("run"), so that files on different work on one commit do not replace each other;
/// `version` is that of the program. Paths are as they were given; what is not beneath the folder of the call has a file URI.
std::string sarif(const std::vector<SarifResult>& results, std::string_view about, std::string_view version);

/// The results as workflow commands for GitHub actions (github.h), whose titles are the names of the rules.
std::string githubAnnotations(const std::vector<SarifResult>& results);

/// Tests that failed, or passed vacuously or with another warning; if coverage was recorded, one result for each paragraph of
/// the models with requirements that no test meets.
std::vector<SarifResult> sarifResults(const runner::RunResult& run);
/// One result for each paragraph with mutants that no test kills: the first with the test that would, the others related.
std::vector<SarifResult> sarifResults(const strength::Report& report);
/// For solved commands: errors of files, then commands that fail, say nothing, or are warned of. `inAllScopes`: checks should
/// be shown to hold in all.
std::vector<SarifResult> sarifResults(const runner::SolveReport& report, bool inAllScopes);
/// Findings of an audit.
std::vector<SarifResult> sarifResults(const strength::audit::Report& report);
/// Errors and warnings of a model.
std::vector<SarifResult> sarifResults(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources);

}  // namespace aunit::reporters
