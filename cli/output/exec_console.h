// The output of `aunit exec`.
#pragma once

#include <cstddef>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/input/arguments.h"
#include "cli/output/json_output.h"
#include "cli/output/saved_tests.h"
#include "reporters/run/sarif.h"
#include "reporters/solving/answer_files.h"
#include "reporters/terminal/diagnostics_once.h"
#include "reporters/terminal/instance_text.h"
#include "reporters/terminal/style.h"
#include "runner/solving/solve.h"

namespace aunit::cli {

/// Writes the answers to all outputs: the terminal, JSON, saved tests and files. Several threads call it, so one lock guards all
/// outputs. The totals at the end count the warnings that no row has shown.
class ExecConsole : public runner::SolveListener {
 public:
  /// `people`: stream for the rows of answers. `kept`: file of tests to which instances are added; may be null.
  ExecConsole(const ExecArguments& arguments, reporters::InstanceForm form, std::FILE* people, const reporters::Style& style,
              JsonOutput& json, SavedTests* kept);

  void read(const runner::SolvedFile& file, std::size_t left) override;
  void started(std::size_t commands) override;
  void answered(const runner::CommandQuestion& question, const runner::CommandAnswer& answer, runner::CommandRow& row) override;
  void told(const runner::CommandRow& row) override;
  void complain(const std::string& message) override;

  /// Shows on standard error which answers came from the journal or the cache.
  void sayWhatWasKnown(const runner::SolveReport& report) const;
  /// Shows the totals, and the option with which the user can see an instance.
  void showTally(const runner::SolveReport& report) const;

  /// In a step of a GitHub workflow, writes the results as annotations.
  void annotate(const std::vector<reporters::SarifResult>& results) const;

  /// Whether a file for an answer could not be written.
  bool hasFailed() const { return failed_; }

 private:
  /// The number of warnings about the files. Does not count warnings that the row of an answer has shown.
  std::size_t warningsUnsaid(const runner::SolveReport& report) const;

  const ExecArguments& arguments_;
  const reporters::InstanceForm form_;
  std::FILE* const people_;
  const reporters::Style style_;
  JsonOutput& json_;
  SavedTests* const kept_;
  reporters::DiagnosticsOnce diagnostics_;
  reporters::AnswerFiles files_;
  std::mutex output_;
  std::map<std::pair<std::string, std::string>, std::size_t> warnings_;  // number of warnings, by file and name of the warning
  std::set<std::pair<std::string, std::string>> said_;                   // place and text of each warning that was shown
  std::size_t commands_ = 0, told_ = 0;
  bool failed_ = false;
};

}  // namespace aunit::cli
