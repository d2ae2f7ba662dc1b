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
  support::Limits limits{};  // of one test, by each engine; when it is to stop, whatever comes out is of no use
  solver::Threads threads = solver::Threads::race;
  bool strictXfail = false;              // an `xfail` test that passes is a failure
  bool keepInstances = false;            // in TestResult::judgedOn
  bool conflicts = true;                 // TestResult::conflict is wanted: it takes another search
  bool vacuity = false;                  // TestResult::vacuous is wanted: it takes further questions
  bool restsOn = false;                  // with it TestResult::restsOn
  std::optional<double> allScopes = {};  // TestResult::allScopes is wanted: it may take so many seconds
  bool requireAllScopes = false;         // a check that is not shown to hold in all scopes fails
  /// Called before a test, or one of its statements, is judged. Whatever it throws is treated as what an engine throws, and so it
  /// can be tried.
  std::function<void(const TestCase&)> judging = {};
  support::Budget budget{};  // for all tests together: none goes on beyond it
};

/// How the solver is asked for a test's instance. One thread where coverage is recorded: which of two solvers is first must not
/// decide what is covered.
solver::Options solverOptions(const JudgeOptions& options, const CoverageSubject* coverage);

/// Judges tests of one loaded file, one after the other; what it compiles it keeps. Several judges may work on one file at the
/// same time, each in its own thread.
class TestJudge {
 public:
  /// With a subject, what each test meets is recorded, unless the test leaves out facts; it must outlive the judge.
  TestJudge(const parser::Loaded& loaded, JudgeOptions options, const CoverageSubject* coverage = nullptr);
  ~TestJudge();

  /// Everything of the result but file, name, place and tags. An exhausted resource, memory included, is an error of the test,
  /// and so is an error of ours: whatever is thrown. For a test of several statements each is judged, whatever becomes of the
  /// others.
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
