// Selects claims that a person can judge. Their instances violate at most one constraint. Claims about valuations that differ in
// one tuple from a valuation of the tests are preferred, then claims about short valuations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/model.h"
#include "strength/claims/claim.h"
#include "strength/generation/pool.h"
#include "strength/instances/finder.h"
#include "support/budget.h"

namespace aunit::strength {

/// The claim that a test makes about a valuation, and the valuation's name.
struct StatedClaim {
  Claim claim;
  std::string valuation;
};

class Questions {
 public:
  Questions(const model::Model& model, const ProofOptions& options);

  /// Returns false if the claim says that an instance is rejected, and the instance violates several facts or declarations. If a
  /// person disagreed with such a claim, it would be unknown which fact or declaration is wrong. Throws support::Exhausted.
  bool isClear(const Claim& claim);

  /// Whether the instance has so few states, atoms and tuples that people can read it at a glance.
  static bool isShort(const Claim& claim);

  /// Changes the valuations of `stated` by one tuple. Adds claims about each changed instance that violates at most one
  /// constraint. The claims are about the facts, and about the predicates that tests check on the unchanged valuation. Throws
  /// support::Exhausted.
  void addChanges(std::span<const StatedClaim> stated, Pool& pool);
  /// Returns the change by which `addChanges` made this claim of the pool; null if `addChanges` did not make it.
  const ValuationChange* changeOf(std::uint32_t claim) const;

 private:
  std::optional<std::size_t> broken(const model::Instance& instance);

  const model::Model& model_;
  const support::Budget untilStopped_;
  evaluator::Evaluator evaluator_;
  std::vector<model::ExprId> constraints_;            // declarations, and conjuncts of facts
  std::map<std::uint32_t, ValuationChange> changes_;  // by the claim's index in the pool
};

}  // namespace aunit::strength
