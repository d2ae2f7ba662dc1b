// A run loads files, judges the chosen tests on several threads, and reports the results in order.
//
// For each file, a run stores only the data that it needs to choose tests and to report. The file's model and valuations take a
// hundred times as much memory, so they are loaded again when the file's tests are judged. Only the first files stay loaded, up
// to the limit RunOptions::keptText.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/semantics.h"
#include "runner/files/discovery.h"
#include "runner/listener.h"
#include "runner/run_result.h"
#include "runner/selection/selection.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"
#include "support/budget.h"

namespace aunit::runner {

struct RunOptions {
  std::string modelPath{};  // --model
  bool alloy5 = false;
  std::vector<std::string> allowed{};  // parser::LoadOptions::allowed
  model::Semantics semantics{};
  bool strictXfail = false;  // whether an xfail test that passes counts as failed
  support::Limits limits{};  // for each test and engine; the run ends when the stop flag of `limits` is set
  unsigned jobs = 1;
  bool coverage = false;                 // record which requirements tests meet
  bool coverageValues = false;           // for coverage: also record the observed values
  bool keepInstances = false;            // fill in TestResult::judgedOn, with the whole loaded file and its text
  bool conflicts = true;                 // fill in TestResult::conflict
  bool vacuity = false;                  // fill in TestResult::vacuous
  bool restsOn = false;                  // fill in TestResult::restsOn
  std::optional<double> allScopes = {};  // seconds to prove a check in all scopes; if set, fills in TestResult::allScopes
  bool requireAllScopes = false;         // checks fail unless they are proved in all scopes
  bool keepSources = false;              // fill in Run::sourcesByFile
  bool renderWarnings = false;           // whether RunResult::warnings have source lines; if false, each warning is one line
  /// Limit, in bytes, for the texts of all files that stay loaded. A loaded file takes up to 100 times the memory of its text.
  std::size_t keptText = 1u << 20;
  bool furtherCriteria = false;                              // also include the requirements of coverage::furtherCriteria
  bool coverLibraries = false;                               // count opened library modules as parts of the model
  bool infeasible = false;                                   // prove which unmet requirements are infeasible
  bool suggest = false;                                      // fill in RunResult::gapTests; implies `infeasible`
  std::size_t maxFailures = 0;                               // stop after this many failures and errors; 0: never
  std::function<void(const suite::TestCase&)> judging = {};  // suite::JudgeOptions::judging
};

class Run {
 public:
  explicit Run(RunOptions options);
  ~Run();

  /// Takes over results of tests that another process has judged. These tests are not judged again.
  void know(std::vector<suite::TestResult> results);

  /// Loads the files and collects their tests. A file that was found in a folder is dropped if it has no tests. A file that does
  /// not load counts as one test with an error.
  void load(const Discovery& discovery);

  /// The tests in order, with IDs "path::name", and the files that did not load.
  const std::vector<Candidate>& candidates() const { return candidates_; }
  const suite::TestResult* loadError(std::size_t candidate) const;  // the error of a file that did not load; null for a test
  /// The paths of all loaded texts, including opened modules.
  const std::set<std::string>& sources() const { return sources_; }

  /// For RunOptions::keepSources. The key is a file that has tests or does not load. The value has the paths of all texts that
  /// were loaded for this file, and the paths of the instances that its valuations name.
  const std::map<std::string, std::set<std::string>>& sourcesByFile() const { return sourcesByFile_; }

  /// A predicate that states a valuation, but that no command runs. If there are no tests, a hint names it. Returns nothing if
  /// there is no such predicate.
  std::optional<std::string> untestedPredicate(const Discovery& discovery) const;

  /// Judges the candidates with these indices.
  RunResult judge(const std::vector<std::size_t>& chosen, Listener& listener);

 private:
  struct Content;
  struct File;
  struct Entry;
  class FileJudge;

  std::shared_ptr<const Content> read(const std::string& path) const;
  std::unique_ptr<File> firstLook(const std::string& path);
  void noteChecksAside(const std::string& path, const parser::Loaded& loaded, const std::vector<suite::TestCase>& cases);
  std::shared_ptr<const Content> open(File& file) const;
  suite::JudgeOptions judgeOptions() const;
  void gatherCoverage(RunResult& run) const;
  template <class Work>
  void forEachModel(RunResult& run, Work work) const;
  void proveInfeasible(RunResult& run) const;
  void suggestTests(RunResult& run) const;
  bool stopped() const { return options_.limits.stopped(); }

  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  RunOptions options_;
  std::vector<std::unique_ptr<File>> files_;
  std::vector<Candidate> candidates_;
  std::vector<Entry> entries_;  // by candidate

  std::mutex mutex_;  // guards the members below while several threads load files
  std::set<std::string> sources_;
  std::map<std::string, std::set<std::string>> sourcesByFile_;
  std::map<std::string, std::size_t> checksAside_;                                  // RunResult::checksAside
  std::map<std::pair<std::string, std::string>, coverage::Requirements> required_;  // by name and digest of the model
  std::size_t keptText_ = 0;
  std::map<std::string, suite::TestResult> known_;  // by test ID
};

}  // namespace aunit::runner
