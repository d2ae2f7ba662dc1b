// A proposed test.
#pragma once

#include <cstddef>
#include <string>

#include "parser/front_end.h"
#include "strength/claims/claim.h"
#include "strength/generation/set_cover.h"
#include "strength/instances/finder.h"

namespace aunit::strength {

struct Proposal {
  Claim claim;            // with the model's answer as its value
  std::string title;      // a sentence that says what the test shows: "NoCycles fails: n !in n.^link is false with n = N0"
  std::size_t meets = 0;  // number of goals that the test meets: killed mutants and pairs of mutants, requirements, ...
};

/// A proposal for a chosen claim. Its title is the title of the goal for which the claim was chosen, or else the claim's own
/// text.
Proposal proposalOf(const parser::Loaded& loaded, const Claim& claim, ChosenCandidate chosen, const ProofOptions& options);

}  // namespace aunit::strength
