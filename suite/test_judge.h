// Judges a test: chooses the engine, compares the answer with what is expected, and explains it (reference "tests and coverage",
// section 1).
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
  /// Limits for each test. They begin anew for each engine that the test needs. Callers ignore the results after `limits.stop` is
  /// set.
  support::Limits limits{};
  solver::Threads threads = solver::Threads::race;
  bool strictXfail = false;              // an `xfail` test that passes is a failure
  bool keepInstances = false;            // keep the instance in TestResult::judgedOn
  bool conflicts = true;                 // compute TestResult::conflict, which needs another search
  bool vacuity = false;                  // compute TestResult::vacuous, which needs further questions to the solver
  bool restsOn = false;                  // also compute TestResult::restsOn; has no effect without `vacuity`
  std::optional<double> allScopes = {};  // if set: compute TestResult::allScopes, within this many seconds
  bool requireAllScopes = false;         // a check fails unless it is proved for all scopes
  /// Called before each test or statement is judged. If it throws an exception, the judge treats this like an exception of an
  /// engine. Our own tests use this function to simulate exceptions.
  std::function<void(const TestCase&)> judging = {};
  support::Budget budget{};  // for all tests together
};

/// The solver's options for finding a test's instance. If coverage is recorded, the solver uses only one thread, because coverage
/// must not depend on which of two racing solvers is first.
solver::Options solverOptions(const JudgeOptions& options, const CoverageSubject* coverage);

/// Judges tests of a loaded file, one after the other, and caches compiled expressions. Not thread-safe, but several judges may
/// work on one file, each in its own thread.
class TestJudge {
 public:
  /// If `coverage` is set, the judge records which requirements tests meet, except for tests that exclude facts. `coverage` must
  /// outlive the judge.
  TestJudge(const parser::Loaded& loaded, JudgeOptions options, const CoverageSubject* coverage = nullptr);
  ~TestJudge();

  /// Judges a test. Does not set file, name, place and tags of the result. Does not throw: an exhausted resource (such as memory)
  /// or an internal error makes the result an error. Judges all statements of a test, even after one has failed.
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
  std::unique_ptr<Omission> omission_;  // for the last test that excluded facts: the model without these facts
};

}  // namespace aunit::suite
