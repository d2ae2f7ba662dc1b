// Judges tests of kind `fits`, which state that a log fits the model.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "solver/options.h"
#include "suite/log/judge.h"
#include "suite/outcome.h"
#include "suite/test_case.h"
#include "support/budget.h"

namespace aunit::suite::log {

/// The data that a caller wants about the behaviour that explains a log.
struct LogWatch {
  bool keepStates = false;                            // keep the states near a fault, so that they can be drawn
  std::function<void(const WatchedStep&)> step = {};  // called for each step
};

/// Judges a test of kind `fits` on the run `test.logRun`. If the log cannot be read, or a limit is reached before it is known
/// whether the log fits, the result is an error.
void judgeTest(const parser::Loaded& loaded, const TestCase& test, const evaluator::Options& evaluation,
               const solver::Options& solving, const support::Budget& budget, const LogWatch& watch, TestResult& result);

/// The place in the log that the verdict is about: "runs/a.ndjson:17", "trace.itf.json, state 4".
std::string placeOf(const LogVerdict& verdict);
/// Titles of the behaviour's states, such as "after line 3".
std::vector<std::string> statesOf(const LogVerdict& verdict);
/// Describes the fault: the actions that the unexplained log line may stand for, and the state before this line.
std::string reportOf(const LogVerdict& verdict);

}  // namespace aunit::suite::log
