// The answer to a command in words: the same in the terminal, in editors, in reports.
#pragma once

#include <string>

#include "model/model.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"

namespace aunit::solver {

/// "SAT", "UNSAT", "UNKNOWN" or "ERROR", for programs.
const char* name(Verdict verdict);

/// The scope as a bound of the search: "up to 3 atoms, 5 Node and 10 steps, with exactly 2 Key". If the scope grows, describes
/// its last searched step (Result::grown). Omits the length of traces if the answer holds for traces of any length.
std::string scopeText(const model::Model& model, const Problem& problem, const Result& result);

/// "counterexample found", "no counterexample up to 4 atoms and 10 steps", "holds for traces of any length, up to 3 atoms", "an
/// instance", "no instance up to ...", "undecided after 10 s", "error: ...".
std::string answerText(const model::Model& model, const Problem& problem, const Result& result);

/// "smallest: 2 atoms, 3 tuples" or "small, not proved smallest: ...", with the number of changes if there are any.
std::string reachedText(const Preference& preference, const ReachedSize& reached);

}  // namespace aunit::solver
