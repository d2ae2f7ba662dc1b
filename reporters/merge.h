// Reports on the parts of a run, or on several runs, united: JSON (`run --json`) with JSON, JUnit with JUnit.
//
// What comes out does not depend on the order of the reports, nor on how often one of them is there. That of all shards of a run
// is the report of the run without shards, but for times. Tests stand by file, line and name. Of one test that is in several
// reports the worst outcome counts.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace aunit::reporters {

struct ReportFile {
  std::string path;  // for messages
  std::string text;
};

/// Nothing when one is no such report, or they are of different kinds; `error` then says which and why.
std::optional<std::string> united(const std::vector<ReportFile>& reports, std::string& error);

}  // namespace aunit::reporters
