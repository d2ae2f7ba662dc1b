// A test that nobody has written yet, proposed to a person.
#pragma once

#include <cstddef>
#include <string>

#include "parser/front_end.h"
#include "strength/claims/claim.h"
#include "strength/generation/set_cover.h"
#include "strength/instances/finder.h"

namespace aunit::strength {

struct Proposal {
  Claim claim;            // what it states, and what the model says of that now
  std::string title;      // what it is for, a sentence: "NoCycles fails: n !in n.^link is false with n = N0"
  std::size_t meets = 0;  // goals that it meets: mutants killed (changes of two places among them), requirements, ...
};

/// A claim that was chosen, with the title of the goal that it was chosen for or, without one, what it says.
Proposal proposalOf(const parser::Loaded& loaded, const Claim& claim, Chosen chosen, const ProofOptions& options);

}  // namespace aunit::strength
