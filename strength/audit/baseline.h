// A baseline: the findings of an earlier audit. Only findings that are not in it count.
#pragma once

#include <string>
#include <string_view>

#include "strength/audit/audit.h"

namespace aunit::strength::audit {

/// The findings as a file, a line each, without line numbers: edits above them do not matter.
std::string baselineOf(const Report& report);

/// Marks the findings that are lines of a file of baselineOf, and notes lines about audited files that are no longer findings.
/// A line stands for one finding: of several that read the same, the last are new. False, with "line 3 is no finding of an
/// audit" in `error`, if the text is something else.
bool compareWithBaseline(Report& report, std::string_view text, std::string& error);

}  // namespace aunit::strength::audit
