// Reports on an audit, for people and for programs.
#pragma once

#include <string>

#include "reporters/terminal/style.h"
#include "strength/audit/audit.h"

namespace aunit::reporters {

/// For the terminal, in 80 columns: findings, worst first, and what the answers rest on. `verbose`: with a line for each answer.
std::string auditText(const strength::audit::Report& report, bool verbose, const Style& style);
/// A comment to a pull request.
std::string auditMarkdown(const strength::audit::Report& report);
/// docs/schemas/audit.json.
std::string auditJson(const strength::audit::Report& report);

}  // namespace aunit::reporters
