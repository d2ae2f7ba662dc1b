// Listener that shows a run in a terminal.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "reporters/terminal/style.h"
#include "runner/listener.h"
#include "runner/run_result.h"

namespace aunit::reporters {

enum class Verbosity { quiet, normal, verbose };
/// How failures are shown. `no`: not at all; `line`: one line each; `brief`: with the reason and the relations that it mentions;
/// `whole`: with the reason and the whole valuation.
enum class FailureDetail { no, line, brief, whole };

struct TerminalOptions {
  Verbosity verbosity = Verbosity::normal;
  std::optional<FailureDetail> failures{};  // if not set, the verbosity decides
  bool color = false;
  bool progress = false;  // show a line that is rewritten while tests run; for terminals only
  int durations = 0;      // number of the slowest tests to list
  std::size_t width = 80;
};

/// Prints one line per file with a mark for each test (if verbose: one line per test), then the problems in full, then the
/// counts. Marks of passed tests: `.` judged by evaluation, `+` valuation completed by the solver, `*` judged
/// by the solver. Other marks: `F` failed, `E` error, `-` skipped, `x` failed as expected, `X` passed although a failure was
/// expected.
class Terminal : public runner::Listener {
 public:
  Terminal(std::FILE* out, TerminalOptions options);

  void started(std::size_t tests, std::size_t files) override;
  void running(const std::string& file, const std::string& name, std::size_t done) override;
  void finished(const suite::TestResult& test) override;
  /// Prints the end of the report. `written` are the files to which the report was also written.
  void summarize(const runner::RunResult& run, const std::vector<std::string>& written);

 private:
  void print(const std::string& text);
  void clearProgress();
  void flushFile();
  void printTest(const suite::TestResult& test);
  std::string headingOf(const suite::TestResult& test, const std::string& word) const;
  void printProblems(const runner::RunResult& run);
  void printWarnings(const runner::RunResult& run);
  void printRemarks(const runner::RunResult& run);
  void printMarked(const runner::RunResult& run);
  void printDurations(const runner::RunResult& run);

  std::FILE* out_;
  TerminalOptions options_;
  Style style_;
  std::size_t total_ = 0;
  std::size_t done_ = 0;
  std::string file_;                // the file whose marks are collected
  std::vector<std::string> marks_;  // one per test, in colour if colours are on
  double lastProgress_ = -1;        // time of the last progress line, in seconds
  bool progressShown_ = false;
};

}  // namespace aunit::reporters
