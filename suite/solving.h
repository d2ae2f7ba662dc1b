// Questions of tests to the solver, and the meaning of its answers for the tests.
#pragma once

#include "model/model.h"
#include "parser/front_end.h"
#include "solver/session/search.h"
#include "suite/outcome.h"
#include "suite/test_case.h"

namespace aunit::suite {

/// The problem of a test that evaluation does not decide: its command, or the completions of its partial valuation. A valuation
/// without a scope does not bound sizes: there is room for its atoms, and a signature of exact scope has as many atoms as the
/// valuation lists.
solver::Problem problemOf(const parser::Loaded& loaded, const TestCase& test);

solver::Result firstAnswer(const model::Model& model, solver::Problem problem, const solver::Options& options);
/// Whether a result says that there is an instance or that there is none; if not, its message says why neither is known.
bool isAnswer(const solver::Result& result);

/// For a test whose problem has no instance: the core becomes the result's conflict.
void showConflict(const parser::Loaded& loaded, const TestCase& test, solver::Options options, TestResult& result);
/// For a test that came out as expected, by this answer of the solver: adds a warning if the answer is vacuous or depends on the
/// width of integers, and if `restsOn` what it rests on.
void addRemarks(const parser::Loaded& loaded, const TestCase& test, solver::Verdict answer, bool restsOn,
                const solver::Options& options, TestResult& result);
/// For a test that rightly expects no instance, and names a reason: the reason must be in the core.
void checkReason(const parser::Loaded& loaded, const TestCase& test, solver::Options options, TestResult& result);

}  // namespace aunit::suite
