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
  Claim claim;            // `claim.value` is the model's answer
  std::string title;      // a sentence that says what the test shows: "NoCycles fails: n !in n.^link is false with n = N0"
  std::size_t meets = 0;  // number of goals that the test meets, for example mutants that it kills and requirements that it meets
};

/// Returns the proposal of a test that states `claim`. Its title is `chosen.title`. If that is empty, or the claim is about a
/// changed valuation, the title is made from the claim.
Proposal proposalOf(const parser::Loaded& loaded, const Claim& claim, ChosenCandidate chosen, const ProofOptions& options);

}  // namespace aunit::strength
