// Union of reports on the parts of a run, or on several runs: reports of `run --json`, JUnit files, lines of `exec --json`,
// coverage data, reports of `mutate --json`, of `grade --json`. Reports of one kind are united with each other.
//
// The union does not depend on the order of the reports, nor on how often one of them is given. The union of all shards of a run
// is the report of the run without shards, but for times. Tests are ordered by file, line and name, commands by file and index.
// For a test that is in several reports the worst outcome counts; a command that is answered in one is answered.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace aunit::reporters {

struct ReportFile {
  std::string path;  // for messages
  std::string text;
};

/// The union of at least one report. Nothing when one is no such report, or they are of different kinds; `error` then says which
/// and why.
std::optional<std::string> united(const std::vector<ReportFile>& reports, std::string& error);

/// The shards ("2/3") that a united report of `run --json` is not about; none of other reports.
std::vector<std::string> missingShards(const std::string& united);

}  // namespace aunit::reporters
