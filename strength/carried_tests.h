// Turns the tests of one file into claims about the model of another file that loads the same declarations.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/claims/claim.h"

namespace aunit::strength {

struct CarriedTest {
  std::uint32_t number = 0;  // index of the test in suite::statementsOf() of its file
  std::string name;
  Claim claim;  // its value is what the test states, even if the model disagrees
};

/// Returns the statements `valid`, `invalid`, `satisfies` and `violates` of `from`, as claims about the model of `to`. Other
/// tests are omitted. Signatures, fields and functions of the two models correspond if they are declared at the same place.
/// Returns nothing if a declaration of one model is missing in the other. Also returns nothing if a model has two declarations
/// from one place, because it opens a module for several signatures. Throws support::Exhausted.
std::vector<CarriedTest> carriedTests(const parser::Loaded& from, const parser::Loaded& to, model::Semantics semantics);

}  // namespace aunit::strength
