// Tests of one file as claims about the model of another: both read the same text of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/claims/claim.h"

namespace aunit::strength {

struct CarriedTest {
  std::uint32_t number = 0;  // among the statements of its file
  std::string name;
  Claim claim;  // its value is what the test says, whatever the model does
};

/// The statements of tests of `from` about a valuation: that it is a solution or none, or that a predicate holds beside the facts
/// or does not. Signatures, fields and functions are the same where the same text declares them. Other tests are left out, and
/// all of them where something that one model declares is not in the other, or is in it twice (a module that is opened for
/// several signatures). Throws support::Exhausted.
std::vector<CarriedTest> carriedTests(const parser::Loaded& from, const parser::Loaded& to, model::Semantics semantics);

}  // namespace aunit::strength
