#include "strength/generation/gaps.h"

#include <utility>

#include "strength/generation/goals/coverage_goals.h"
#include "strength/generation/set_cover.h"
#include "strength/instances/smallest.h"
#include "suite/test_case.h"
#include "support/budget.h"

namespace aunit::strength {

using coverage::Bits;
using coverage::RequirementId;

namespace {

class Gaps {
 public:
  Gaps(parser::Loaded& loaded, const suite::CoverageSubject& subject, const Bits& open, const GenerationOptions& options)
      : loaded_(loaded),
        subject_(subject),
        open_(open),
        proofs_{.semantics = options.semantics, .limits = options.limits, .whole = options.whole},
        finder_(*loaded.model, scopeFor(*loaded.model, suite::collectTests(loaded), options), proofs_),
        pool_(*loaded.model, proofs_),
        coverage_(loaded, subject, finder_, pool_, proofs_) {
    result_.unknown = Bits(open.size());
  }

  GapTests run() {
    try {
      coverage_.fill(open_, [&](RequirementId id, bool found) {
        if (!found) result_.unknown.set(id);
      });
      choose();
    } catch (const support::Exhausted&) {
      result_.interrupted = true;
    }
    return std::move(result_);
  }

 private:
  void choose() {
    Bits closed(open_.size());
    const std::vector<Claim>& claims = pool_.claims();
    std::vector<Goal> goals = coverage_.goals(open_, Bits(open_.size()));
    const auto worth = [&](std::uint32_t c) { return strength::worth(claims[c].instance); };
    for (ChosenCandidate& chosen : cover(goals, claims.size(), 0, worth, support::Budget(proofs_.limits.untimed()))) {
      const Claim& claim = claims[chosen.candidate];
      const std::size_t index = result_.proposals.size();
      coverage_.metBy(chosen.candidate).forEach([&](std::size_t id) {
        if (!open_.test(id)) return;
        closed.set(id);
        const auto [known, added] = result_.proposalOf.emplace(static_cast<RequirementId>(id), index);
        if (!added && sizeOf(claim.instance) < sizeOf(result_.proposals[known->second].claim.instance)) known->second = index;
      });
      result_.proposals.push_back(proposalOf(loaded_, claim, std::move(chosen), proofs_));
    }
    result_.unknown -= closed;
  }

  parser::Loaded& loaded_;
  const suite::CoverageSubject& subject_;
  const Bits& open_;
  const ProofOptions proofs_;
  Finder finder_;
  Pool pool_;
  CoverageGoals coverage_;
  GapTests result_;
};

}  // namespace

GapTests testsForGaps(parser::Loaded& loaded, const suite::CoverageSubject& subject, const Bits& open,
                      const GenerationOptions& options) {
  return Gaps(loaded, subject, open, options).run();
}

}  // namespace aunit::strength
