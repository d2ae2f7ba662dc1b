// Reports on the parts of a run, or on several runs, united: those of `run --json`, JUnit files, lines of `exec --json`, coverage
// data, reports of `mutate --json`; each kind with its own.
//
// What comes out does not depend on the order of the reports, nor on how often one of them is there. That of all shards of a run
// is the report of the run without shards, but for times. Tests stand by file, line and name, commands by file and index. Of one
// test that is in several reports the worst outcome counts; a command that is answered in one is answered.
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
