// Judging one test: which engine it needs, what came out, and why (reference "tests and coverage", section 1).
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "solver/session/search.h"
#include "suite/coverage_subject.h"
#include "suite/outcome.h"
#include "suite/test_case.h"
#include "support/budget.h"

namespace aunit::suite {

struct JudgeOptions {
  model::Semantics semantics{};
  support::Limits limits{};  // of one test, for each engine; after a request to stop, results are not used
  solver::Threads threads = solver::Threads::race;
  bool strictXfail = false;              // an `xfail` test that passes is a failure
  bool keepInstances = false;            // in TestResult::judgedOn
  bool conflicts = true;                 // TestResult::conflict is wanted: it takes another search
  bool vacuity = false;                  // TestResult::vacuous is wanted: it takes further questions
  bool restsOn = false;                  // with it TestResult::restsOn
  std::optional<double> allScopes = {};  // TestResult::allScopes is wanted, within this many seconds
  bool requireAllScopes = false;         // a check that is not shown to hold in all scopes fails
  /// Called before a test, or one of its statements, is judged. Its exceptions are treated like those of an engine, so that tests
  /// can simulate these.
  std::function<void(const TestCase&)> judging = {};
  support::Budget budget{};  // for all tests together: none goes on beyond it
};

/// The solver's options for a test's instance. One thread if coverage is recorded: the coverage must not depend on which of two
/// solvers is first.
solver::Options solverOptions(const JudgeOptions& options, const CoverageSubject* coverage);

/// Judges tests of one loaded file, one after the other, and caches what it compiles. Several judges may work on one file at the
/// same time, each in its own thread.
class TestJudge {
 public:
  /// With a subject, what each test meets is recorded, unless the test leaves out facts; it must outlive the judge.
  TestJudge(const parser::Loaded& loaded, JudgeOptions options, const CoverageSubject* coverage = nullptr);
  ~TestJudge();

  /// Returns the result without file, name, place and tags. Any exception is an error of the test: an exhausted resource, memory
  /// included, or an internal error. All statements of a test are judged, whatever the results of the others.
  TestResult judge(const TestCase& test);

 private:
  class Work;
  struct Omission;
  TestResult judgeStatement(const TestCase& statement);
  TestResult judgeStatements(const TestCase& test);
  Work& workFor(const TestCase& statement);

  const parser::Loaded& loaded_;
  const JudgeOptions options_;
  const CoverageSubject* const coverage_;
  std::unique_ptr<Work> work_;
  std::unique_ptr<Omission> omission_;  // the last one that a statement asked for
};

}  // namespace aunit::suite
