// Converts the answer about all scopes to text.
#pragma once

#include "parser/front_end.h"
#include "solver/allscopes/all_scopes.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// Converts `answer`, an answer to a command of `loaded`. `isCheck`: whether instances of the command are counterexamples.
BeyondScope beyondScope(const parser::Loaded& loaded, const solver::AllScopes& answer, bool isCheck);

}  // namespace aunit::suite
