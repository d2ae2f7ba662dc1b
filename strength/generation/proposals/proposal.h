// A test that is not in any file yet, proposed to the user.
#pragma once

#include <cstddef>
#include <string>

#include "parser/front_end.h"
#include "strength/claims/claim.h"
#include "strength/generation/set_cover.h"
#include "strength/instances/finder.h"

namespace aunit::strength {

struct Proposal {
  Claim claim;            // the claim, and the model's present verdict on it
  std::string title;      // what it is for, a sentence: "NoCycles fails: n !in n.^link is false with n = N0"
  std::size_t meets = 0;  // goals that it meets: mutants killed (changes of two places among them), requirements, ...
};

/// A chosen claim, with the title of its goal or, without one, its own text.
Proposal proposalOf(const parser::Loaded& loaded, const Claim& claim, Chosen chosen, const ProofOptions& options);

}  // namespace aunit::strength
