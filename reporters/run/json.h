// Tests and their outcomes as JSON, for programs (docs/json.md).
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "runner/listener.h"
#include "runner/run_result.h"
#include "runner/selection/selection.h"

namespace aunit::reporters {

/// A whole run as one JSON object. Values are never shortened.
std::string json(const runner::RunResult& run);

/// The selected tests (without outcomes, because they were not run), and the files that do not load, as one JSON object.
std::string listJson(const std::vector<runner::Candidate>& tests, const std::vector<suite::TestResult>& errors);

/// Writes the events of a run as they happen, one JSON object per line.
class JsonLines : public runner::Listener {
 public:
  explicit JsonLines(std::FILE* out) : out_(out) {}

  void started(std::size_t tests, std::size_t files) override;
  void running(const std::string& file, const std::string& name, std::size_t done) override;
  void finished(const suite::TestResult& test) override;
  void ended(const runner::RunResult& run);

 private:
  std::FILE* out_;
};

}  // namespace aunit::reporters
