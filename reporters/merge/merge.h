// Union of reports on the parts of a run, or on several runs: reports of `run --json`, JUnit files, lines of `exec --json`,
// coverage data, reports of `mutate --json`, and reports of `grade --json` on exercises or on whole models. All reports must be
// of one kind.
//
// The union depends neither on the order of the reports nor on duplicates. The union of all shards of a run equals the report of
// the unsharded run, except for times. Tests are ordered by file, line and name; commands by file and index. If several reports
// have a test, the worst outcome counts. A command is answered if one of the reports answers it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace aunit::reporters {

struct ReportFile {
  std::string path;  // for messages
  std::string text;
};

/// The union of at least one report. Returns nothing and sets `error` if a text is not a report of a known kind, or if the kinds
/// differ.
std::optional<std::string> united(const std::vector<ReportFile>& reports, std::string& error);

/// For a united report of `run --json`: the shards ("2/3") that it lacks. Empty for other reports.
std::vector<std::string> missingShards(const std::string& united);

}  // namespace aunit::reporters
