// A baseline: the findings of an earlier audit. An audit counts only findings that are not in the baseline.
#pragma once

#include <string>
#include <string_view>

#include "strength/audit/audit.h"

namespace aunit::strength::audit {

/// The findings as the text of a file, one per line. Line numbers are omitted, so that edits above a finding do not matter.
std::string baselineOf(const Report& report);

/// Marks the findings that the baseline `text` contains. Adds to Report::fixed those lines about audited files
/// that match no finding. Each line marks one finding: if three findings have the same text and the baseline has it twice, the
/// last of them is new. Returns false, with "line 3 is not a finding of an audit" in `error`, if `text` is not a baseline.
bool compareWithBaseline(Report& report, std::string_view text, std::string& error);

}  // namespace aunit::strength::audit
