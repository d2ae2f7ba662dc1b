// Selects claims that a person can judge: about instances that break at most one constraint, preferably changes of valuations in
// the tests, then short valuations.
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

/// The statement of a test about a valuation that has a name.
struct StatedClaim {
  Claim claim;
  std::string valuation;
};

class Questions {
 public:
  Questions(const model::Model& model, const ProofOptions& options);

  /// Returns false if the instance breaks several facts or declarations: if a person rejected the claim, it would be unknown
  /// which of them is wrong. Throws support::Exhausted.
  bool isClear(const Claim& claim);

  /// Whether states, atoms and tuples are few enough to read at a glance.
  static bool isShort(const Claim& claim);

  /// Adds claims about the instances one tuple away from these valuations, if they break at most one constraint. The claims are
  /// about the facts, and about the predicates that tests check on the valuation. Throws support::Exhausted.
  void addChanges(std::span<const StatedClaim> stated, Pool& pool);
  /// The change for which this claim of the pool was added; null if there is none.
  const ValuationChange* changeOf(std::uint32_t claim) const;

 private:
  std::optional<std::size_t> broken(const model::Instance& instance);

  const model::Model& model_;
  const support::Budget untilStopped_;
  evaluator::Evaluator evaluator_;
  std::vector<model::ExprId> constraints_;            // declarations, and conjuncts of facts
  std::map<std::uint32_t, ValuationChange> changes_;  // by the number of the claim in the pool
};

}  // namespace aunit::strength
