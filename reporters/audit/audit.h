// Reports on an audit, for people and for programs.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "reporters/terminal/style.h"
#include "strength/audit/audit.h"

namespace aunit::reporters {

/// "2 models, 5 commands: 3 checks hold, 1 check has a counterexample, 1 run has an instance".
std::string auditSummary(const strength::audit::Report& report);
/// How many of the answers "none" rest on what.
std::vector<std::pair<std::size_t, std::string>> auditGrounds(const strength::audit::Report& report);
/// What shows a claim, what the answer rests on, how tight the facts are around it, and when it changed last.
std::string shownBy(const strength::audit::Claim::Shown& one);
/// For the terminal, in 80 columns: findings, worst first, and what the answers rest on. `verbose`: with a line for each answer.
std::string auditText(const strength::audit::Report& report, bool verbose, const Style& style);
/// A comment to a pull request.
std::string auditMarkdown(const strength::audit::Report& report);
/// The table of claims: ID, sentence, place, what shows it, what that rests on, its tightness, the day of its last change; a row
/// for each that shows it, or one.
std::string claimsCsv(const strength::audit::Report& report);
/// docs/schemas/audit.json.
std::string auditJson(const strength::audit::Report& report);

}  // namespace aunit::reporters
