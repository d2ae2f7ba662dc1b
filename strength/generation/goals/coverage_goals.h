// Claims that meet requirements of coverage.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coverage/places.h"
#include "coverage/record.h"
#include "parser/front_end.h"
#include "strength/claims/claim.h"
#include "strength/generation/pool.h"
#include "strength/generation/set_cover.h"
#include "strength/instances/finder.h"
#include "suite/coverage_subject.h"
#include "support/budget.h"

namespace aunit::strength {

/// The title of a test for a requirement: "n.link: two or more tuples".
std::string titleOf(const coverage::Requirements& requirements, coverage::RequirementId id);

class CoverageGoals {
 public:
  /// All arguments must outlive this object. The model is changed and restored during the search.
  CoverageGoals(parser::Loaded& loaded, const suite::CoverageSubject& subject, Finder& finder, Pool& pool,
                const ProofOptions& options);

  /// The requirements that tests of the file meet.
  coverage::Bits metBy(const std::vector<suite::TestCase>& tests) const;
  /// Adds claims to the pool: for each requirement of `open`, claims that meet it. The claims are about instances that satisfy
  /// facts and declarations if possible, otherwise about instances that satisfy only the declarations. Calls `tell` for each
  /// requirement. Searches the finder's scope, then the scopes of the model's commands. Throws support::Exhausted.
  void fill(const coverage::Bits& open, const std::function<void(coverage::RequirementId, bool found)>& tell);
  /// The wanted requirements as goals, with the claims of the pool that meet each. `met`: the requirements that tests meet
  /// already.
  std::vector<Goal> goals(const coverage::Bits& wanted, const coverage::Bits& met);
  /// The requirements that would be met if the claim with this index in the pool became a test.
  const coverage::Bits& metBy(std::uint32_t claim) const { return met_[claim]; }

 private:
  /// Claims that meet the requirement: one about a small valuation, and one about a valuation that fills the scope.
  std::vector<Claim> search(coverage::RequirementId id);
  coverage::Bits met(const Claim& claim);
  void look();
  std::optional<Claim> claimOf(const coverage::RequirementPlace& place, const Witness& witness);

  parser::Loaded& loaded_;
  model::Model& model_;
  const suite::CoverageSubject& subject_;
  Pool& pool_;
  const ProofOptions options_;
  const support::Budget untilStopped_;
  coverage::Recorder recorder_;
  coverage::Places places_;
  std::vector<evaluator::Constraint> ofModel_;
  Finder& finder_;
  std::vector<std::unique_ptr<Finder>> further_;  // one finder for each scope of the model's commands
  std::vector<coverage::Bits> met_;  // by claim of the pool: the requirements that it meets; has only the claims examined so far
};

}  // namespace aunit::strength
