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

/// A proposed test that meets requirements that no test of the run meets.
struct GapTest {
  std::string digest;  // digest of the model's requirements (coverage::Requirements)
  std::string text;    // ready to be pasted
  suite::JudgedInstance example;
  std::vector<coverage::RequirementId> closes;  // the requirements that the test meets, ascending
};

/// Results of a whole run in the order of the tests.
struct RunResult {
  std::vector<suite::TestResult> tests;
  std::vector<std::string> warnings;  // about the files, without duplicates (RunOptions::renderWarnings)
  std::size_t deselected = 0;         // tests that -k, --tag, --lf or a shard excluded
  std::size_t notRun = 0;             // selected tests that did not run, because -x, --maxfail or an interrupt ended the run
  std::map<std::string, std::size_t> checksAside;  // by file: number of checks without `expect`, which are not tests
  double seconds = 0;                              // including loading
  std::int64_t startedAt = 0;                      // seconds since 1970
  bool interrupted = false;
  std::size_t shard = 1, shards = 1;       // number of this shard, from 1, and number of shards
  std::optional<coverage::Data> coverage;  // if requested: coverage by all tests that passed or failed
  /// Rendered reasons why the solver could not examine all requirements of a model: memory ran out, or an internal error.
  std::vector<std::string> troubles;
  std::vector<GapTest> gapTests;  // if requested: tests that together meet all unmet requirements that can be met

  std::size_t count(suite::Outcome outcome) const;
  /// The number of tests with the tag @proposed, which the user has not confirmed yet.
  std::size_t proposed() const;
  std::size_t warned() const;                     // tests with a warning
  std::size_t count(suite::Engine engine) const;  // tests that this engine decided
};

}  // namespace aunit::runner
