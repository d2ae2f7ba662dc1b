// SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), which code scanning platforms and editors read: findings with
// their places.
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

/// One result. `rule` is the name of one of the rules in the document: "test", "vacuous", "unmet", "survivor", "check", "run",
/// "audit", "error", "scope", "warning" or "note".
struct SarifResult {
  std::string rule;
  std::string message;                                             // plain text of one or more lines
  suite::Place place;                                              // must have a file
  std::vector<std::pair<suite::Place, std::string>> related = {};  // further places, each with its message
};

/// The document. `about` is the name of the command ("run"). A platform replaces earlier results for the same commit only if
/// their document has the same `about`. `version` is the version of this program. Paths stay as they were given; files outside of
/// the current folder get a file URI.
std::string sarif(const std::vector<SarifResult>& results, std::string_view about, std::string_view version);

/// The results as workflow commands for GitHub actions (github.h); the title of each is the name of its rule.
std::string githubAnnotations(const std::vector<SarifResult>& results);

/// Results for tests that failed, and for tests that passed with a warning (because they are vacuous, for example). If coverage
/// was recorded, also one result for each paragraph with unmet requirements.
std::vector<SarifResult> sarifResults(const runner::RunResult& run);
/// One result for each paragraph with survivors. It shows a test that kills the first survivor; the other survivors are related
/// places.
std::vector<SarifResult> sarifResults(const strength::Report& report);
/// Results for solved commands: the errors of files, then the commands that fail, are vacuous or have warnings. If `inAllScopes`
/// is true, there is also a result for each `check` that is not proved in all scopes.
std::vector<SarifResult> sarifResults(const runner::SolveReport& report, bool inAllScopes);
/// The findings of an audit.
std::vector<SarifResult> sarifResults(const strength::audit::Report& report);
/// Errors and warnings of a model.
std::vector<SarifResult> sarifResults(const std::vector<model::Diagnostic>& diagnostics, const model::SourceMap& sources);

}  // namespace aunit::reporters
