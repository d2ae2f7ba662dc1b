// All that could show a command to have no instance for any number of atoms, with every lemma: for tests that none of it does
// where there is an instance.
#pragma once

#include "model/model.h"
#include "solver/grounding/problem.h"

namespace aunit::testing_ {

/// Whether a bound, one of the installed provers or an invariant shows it. Each is given so many seconds.
bool isProved(const model::Model& model, const solver::Problem& problem, double seconds);

}  // namespace aunit::testing_
