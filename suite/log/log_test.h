// Tests that a log fits.
#pragma once

#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "solver/grounding/options.h"
#include "suite/log/judge.h"
#include "suite/outcome.h"
#include "suite/test_case.h"
#include "support/budget.h"

namespace aunit::suite::log {

/// Judges a test of kind `fits` on its run. A log that cannot be read, or that is not decided, is an error.
void judgeTest(const parser::Loaded& loaded, const TestCase& test, const evaluator::Options& evaluation,
               const solver::Options& solving, const support::Budget& budget, TestResult& result);

/// The fault as text, in lines: the actions that could have been meant, the state before.
std::string reportOf(const LogVerdict& verdict);

}  // namespace aunit::suite::log
