// The results of a whole run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "coverage/data.h"
#include "suite/outcome.h"

namespace aunit::runner {

/// A proposed test that meets requirements which no test of the run has met.
struct GapTest {
  std::string digest;  // of the model, see coverage::Requirements
  std::string text;    // ready to be pasted
  suite::JudgedOn example;
  std::vector<coverage::RequirementId> closes;  // ascending
};

/// Results of a whole run in the order of the tests.
struct RunResult {
  std::vector<suite::TestResult> tests;
  std::vector<std::string> warnings;               // about the files, each once (RunOptions::renderWarnings)
  std::size_t deselected = 0;                      // tests that -k, --tag, --lf or a shard left out
  std::size_t notRun = 0;                          // selected, but -x, --maxfail or an interrupt ended the run before
  std::map<std::string, std::size_t> checksAside;  // by file: checks without `expect`, which are no tests
  double seconds = 0;                              // loading included
  std::int64_t startedAt = 0;                      // seconds since 1970
  bool interrupted = false;
  std::size_t shard = 1, shards = 1;       // which part it is, of how many
  std::optional<coverage::Data> coverage;  // when asked for: of all tests that passed or failed
  /// Why of a model not all requirements were looked at with the solver: memory ended, or an error of ours; rendered.
  std::vector<std::string> troubles;
  std::vector<GapTest> gapTests;  // when asked for: few tests that close all gaps that can be closed

  std::size_t count(suite::Outcome outcome) const;
  /// Tests that are not confirmed yet: they still have the tag @proposed.
  std::size_t proposed() const;
  std::size_t warned() const;                     // tests with a warning
  std::size_t count(suite::Engine engine) const;  // of the tests that passed or failed
};

}  // namespace aunit::runner
