// What tests ask of the solver, and what its answers say of them.
#pragma once

#include "model/model.h"
#include "parser/front_end.h"
#include "solver/search.h"
#include "suite/outcome.h"
#include "suite/test_case.h"

namespace aunit::suite {

/// Of a test that evaluation does not decide: its command, or the completions of its partial valuation. A valuation without a
/// scope puts no bound on sizes: there is room for its atoms, and what is ordered has as many as it says.
solver::Problem problemOf(const parser::Loaded& loaded, const TestCase& test);

solver::Result firstAnswer(const model::Model& model, solver::Problem problem, const solver::Options& options);
/// Whether it says that there is an instance, or that there is none; else its message says why neither is known.
bool isAnswer(const solver::Result& result);

/// Of a test for which there is none: what cannot hold together becomes the result's conflict.
void showConflict(const parser::Loaded& loaded, const TestCase& test, solver::Options options, TestResult& result);
/// Of a test that expects none, and says why: what it names must be among what cannot hold together.
void checkReason(const parser::Loaded& loaded, const TestCase& test, solver::Options options, TestResult& result);

}  // namespace aunit::suite
