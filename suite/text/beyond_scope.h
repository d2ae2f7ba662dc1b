// The answer about all scopes as text.
#pragma once

#include "parser/front_end.h"
#include "solver/allscopes/all_scopes.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// For a command of this file; `isCheck`: its instances are counterexamples.
BeyondScope beyondScope(const parser::Loaded& loaded, const solver::AllScopes& answer, bool isCheck);

}  // namespace aunit::suite
