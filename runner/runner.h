// A run: loads files, chooses tests, judges them on several threads, and hands the results out in order.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "runner/discovery.h"
#include "runner/listener.h"
#include "runner/run_result.h"
#include "runner/selection.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"

namespace aunit::runner {

struct RunOptions {
  std::string modelPath;  // --model
  bool alloy5 = false;
  bool noOverflow = false;
  double timeout = 0;  // seconds for one test, by each engine; 0: no limit
  unsigned jobs = 1;
  bool coverage = false;                    // record what tests meet
  bool coverageValues = false;              // and the values observed
  bool keepInstances = false;               // TestResult::judgedOn, and its text
  bool coverLibraries = false;              // count library modules that the model opens as part of it
  bool infeasible = false;                  // prove which unmet requirements no valuation can meet
  std::size_t maxFailures = 0;              // stop after so many failures and errors; 0: never
  const std::atomic<bool>* stop = nullptr;  // set: finish soon
};

class Run {
 public:
  explicit Run(RunOptions options);
  ~Run();

  /// Loads the files and collects their tests. Files of a folder that hold none are dropped; a file that does not load counts as
  /// one test in error.
  void load(const Discovery& discovery);

  /// The tests in order. Ids are "path::name".
  std::vector<Candidate> candidates() const;
  const suite::TestCase* testCase(std::size_t candidate) const;     // null for a file that did not load
  const suite::TestResult* loadError(std::size_t candidate) const;  // of such a file
  const std::string& file(std::size_t candidate) const;
  /// Paths of all texts that were read for them, opened modules too.
  std::vector<std::string> sources() const;

  /// Judges the chosen ones (indices of candidates).
  RunResult judge(const std::vector<std::size_t>& chosen, Listener& listener);

 private:
  struct File;
  struct Entry;

  std::shared_ptr<File> read(const std::string& path) const;
  suite::JudgeOptions judgeOptions() const;
  coverage::Data gatherCoverage(const std::vector<suite::TestResult>& tests) const;
  void proveInfeasible(coverage::Data& data) const;
  bool stopped() const { return options_.stop && options_.stop->load(std::memory_order_relaxed); }

  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  RunOptions options_;
  std::vector<std::shared_ptr<File>> files_;  // shared with the instances of results
  std::vector<Entry> entries_;
};

}  // namespace aunit::runner
