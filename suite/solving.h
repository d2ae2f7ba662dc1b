// Makes the solver's problems for tests, and interprets the solver's answers.
#pragma once

#include "model/model.h"
#include "parser/front_end.h"
#include "solver/session/search.h"
#include "suite/outcome.h"
#include "suite/test_case.h"

namespace aunit::suite {

/// The problem of a test that evaluation does not decide: the test's command, or the completions of its partial valuation. If the
/// test has a partial valuation and its command gives no scope, the default scope is the number of the valuation's atoms, but at
/// least 3. A signature whose scope is always exact (model::Sig::isExact) then has 3 atoms, or the nearest number of atoms that
/// the valuation allows.
solver::Problem problemOf(const parser::Loaded& loaded, const TestCase& test);

solver::Result firstAnswer(const model::Model& model, solver::Problem problem, const solver::Options& options);
/// Whether a result is an answer: there is an instance, or there is none. If not, its message says why neither is known.
bool isAnswer(const solver::Result& result);

/// For a test whose problem has no instance: adds the unsat core to the result, as TestResult::conflict.
void showConflict(const parser::Loaded& loaded, const TestCase& test, solver::Options options, TestResult& result);
/// For a test that passed because the solver returned `answer`: adds a warning if `answer` is vacuous or depends on the bit
/// width. If `restsOn`, adds the facts that `answer` rests on.
void addRemarks(const parser::Loaded& loaded, const TestCase& test, solver::Verdict answer, bool restsOn,
                const solver::Options& options, TestResult& result);
/// For a test that expects no instance because of a named constraint: fails the test unless the constraint is in the unsat core.
/// Requires that there is no instance.
void checkReason(const parser::Loaded& loaded, const TestCase& test, solver::Options options, TestResult& result);

}  // namespace aunit::suite
