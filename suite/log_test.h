// Tests that a log fits.
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

/// The parts of the behaviour that explains a log which the caller wants.
struct LogWatch {
  bool keepStates = false;                            // the states around a fault, to be drawn
  std::function<void(const WatchedStep&)> step = {};  // sees each step
};

/// Judges a test of kind `fits` on its run. A log that cannot be read, or that is not decided, is an error.
void judgeTest(const parser::Loaded& loaded, const TestCase& test, const evaluator::Options& evaluation,
               const solver::Options& solving, const support::Budget& budget, const LogWatch& watch, TestResult& result);

/// Where a verdict's line is: "runs/a.ndjson:17", "trace.itf.json, state 4".
std::string placeOf(const LogVerdict& verdict);
/// The titles of the behaviour's states: "after line 3".
std::vector<std::string> statesOf(const LogVerdict& verdict);
/// The fault as text, in lines: the actions that could have been meant, the state before.
std::string reportOf(const LogVerdict& verdict);

}  // namespace aunit::suite::log
