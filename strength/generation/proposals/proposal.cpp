#include "strength/generation/proposals/proposal.h"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "strength/claims/title.h"

namespace aunit::strength {

Proposal proposalOf(const parser::Loaded& loaded, const Claim& claim, ChosenCandidate chosen, const ProofOptions& options) {
  if (chosen.title.empty() || claim.change) chosen.title = titleOf(loaded, claim, {.semantics = options.semantics});
  if (claim.change) {
    const bool* truth = std::get_if<bool>(&claim.value);
    if (truth && *truth)
      // In the title, the contents of the instance follow ": ". They are omitted, because the change determines them.
      chosen.title.erase(std::min(chosen.title.find(": "), chosen.title.size()));
    chosen.title = fmt::format("{} {{ {} }}: {}", claim.change->valuation, claim.change->text, chosen.title);
  }
  return {claim, std::move(chosen.title), chosen.meets};
}

}  // namespace aunit::strength
