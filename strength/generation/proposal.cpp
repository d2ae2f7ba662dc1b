#include "strength/generation/proposal.h"

#include <utility>

#include "strength/generation/title.h"

namespace aunit::strength {

Proposal proposalOf(const parser::Loaded& loaded, const Claim& claim, Chosen chosen, const ProofOptions& options) {
  if (chosen.title.empty()) chosen.title = titleOf(loaded, claim, {.semantics = options.semantics});
  return {claim, std::move(chosen.title), chosen.meets};
}

}  // namespace aunit::strength
