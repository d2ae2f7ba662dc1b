// Reports on an audit, for people and for programs.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "reporters/terminal/style.h"
#include "strength/audit/audit.h"

namespace aunit::reporters {

/// The counts in one line: "2 models, 5 commands: 3 checks hold, 1 check has a counterexample, 1 run has an instance".
std::string auditSummary(const strength::audit::Report& report);
/// How many of the answers "no instance" rest on each ground (the facts, the declarations, ...), with the ground in words.
std::vector<std::pair<std::size_t, std::string>> auditGrounds(const strength::audit::Report& report);
/// One line on a test or command that shows a claim: its name, what its answer rests on, the tightness of the facts, and the day
/// of its last change.
std::string shownBy(const strength::audit::Claim::Evidence& one);
/// The path of a file that was not read, and why: "few/broken.als:1:16: the name "B" cannot be found". Does not repeat a
/// path at the start of `why`.
std::string unreadText(const std::string& path, const std::string& why);
/// For the terminal, in 80 columns: findings, the worst first, and what the answers rest on. `verbose` adds a line for each
/// answer.
std::string auditText(const strength::audit::Report& report, bool verbose, const Style& style);
/// As Markdown, for a comment on a pull request.
std::string auditMarkdown(const strength::audit::Report& report);
/// The table of claims. Columns: ID, sentence, place, the test or command that shows the claim, what its answer rests on,
/// tightness, day of the last change. A claim has a row for each such test or command, or one row if there is none.
std::string claimsCsv(const strength::audit::Report& report);
/// Format: docs/schemas/audit.json.
std::string auditJson(const strength::audit::Report& report);

}  // namespace aunit::reporters
