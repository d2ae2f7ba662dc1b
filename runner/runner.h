// A run: loads files, judges the tests that are chosen on several threads, and hands the results out in order.
//
// For a file only what is needed to choose tests and to report is kept. The model and the valuations, a hundred times as much,
// are there while its tests are judged; of the first files they stay from loading on, up to RunOptions::keptText, and the others
// are read again.
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
  bool strictXfail = false;  // tests that pass although they are said to fail, fail
  support::Limits limits{};  // of one test, by each engine; when it is to stop, the run ends
  unsigned jobs = 1;
  bool coverage = false;                 // record what tests meet
  bool coverageValues = false;           // and the values observed
  bool keepInstances = false;            // TestResult::judgedOn, with it the whole file, and its text
  bool conflicts = true;                 // TestResult::conflict
  bool vacuity = false;                  // TestResult::vacuous
  bool restsOn = false;                  // TestResult::restsOn
  std::optional<double> allScopes = {};  // TestResult::allScopes: seconds for each
  bool requireAllScopes = false;         // checks that are not shown to hold in all scopes fail
  bool keepSources = false;              // Run::sourcesByFile
  bool renderWarnings = false;           // RunResult::warnings with their source lines; else a line each
  std::size_t keptText =
      1u << 20;  // files are kept until they have so many bytes of source text; in memory they take up to 100 times that
  bool furtherCriteria = false;                              // with the requirements beyond the paper's
  bool coverLibraries = false;                               // count library modules that the model opens as part of it
  bool infeasible = false;                                   // prove which unmet requirements no valuation can meet
  bool suggest = false;                                      // RunResult::gapTests; what cannot be met is found on the way
  std::size_t maxFailures = 0;                               // stop after so many failures and errors; 0: never
  std::function<void(const suite::TestCase&)> judging = {};  // suite::JudgeOptions
};

class Run {
 public:
  explicit Run(RunOptions options);
  ~Run();

  /// Results of tests that others have judged: these are not judged again.
  void know(std::vector<suite::TestResult> results);

  /// Loads the files and collects their tests. Files of a folder that hold none are dropped; a file that does not load counts as
  /// one test in error.
  void load(const Discovery& discovery);

  /// The tests in order. Ids are "path::name".
  const std::vector<Candidate>& candidates() const { return candidates_; }
  const suite::TestResult* loadError(std::size_t candidate) const;  // null for a test; of a file that did not load
  /// Paths of all texts that were read for them, opened modules too.
  const std::set<std::string>& sources() const { return sources_; }

  /// With RunOptions::keepSources: of each file that holds tests, or does not load, the paths of all that was read for it, and of
  /// the instances that its valuations name.
  const std::map<std::string, std::set<std::string>>& sourcesByFile() const { return sourcesByFile_; }

  /// If there are none: the name of a predicate that states a valuation, and that no command runs.
  std::optional<std::string> untestedPredicate(const Discovery& discovery) const;

  /// Judges the chosen ones (indices of candidates).
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

  std::mutex mutex_;  // of what follows, while files are loaded on several threads
  std::set<std::string> sources_;
  std::map<std::string, std::set<std::string>> sourcesByFile_;
  std::map<std::string, std::size_t> checksAside_;                                  // see RunResult
  std::map<std::pair<std::string, std::string>, coverage::Requirements> required_;  // by name and digest
  std::size_t keptText_ = 0;
  std::map<std::string, suite::TestResult> known_;  // by id
};

}  // namespace aunit::runner
