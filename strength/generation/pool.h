// Candidates for proposed tests: claims about instances, without duplicates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "evaluator/evaluator.h"
#include "evaluator/judge.h"
#include "model/model.h"
#include "model/semantics.h"
#include "strength/claims/claim.h"
#include "strength/instances/finder.h"
#include "support/budget.h"

namespace aunit::strength {

class Pool {
 public:
  Pool(const model::Model& model, const ProofOptions& options);

  /// Adds a claim. Returns false, and adds nothing, if the pool has or excludes a claim that is equal up to names of atoms, or if
  /// no test can state the claim. A test cannot state that an atom is in a signature but not in its parent, or in two disjoint
  /// signatures. It cannot state an ordering that is not total, or a non-empty argument that has no tuple of
  /// its parameter's type.
  bool add(const Claim& claim);
  /// Marks a claim that a test of the file states, so that `add` never adds it.
  void exclude(const Claim& claim);
  const std::vector<Claim>& excluded() const { return excluded_; }
  bool isExcluded(const Claim& claim) const { return excludedKeys_.contains(keyOf(claim)); }
  /// Returns the index of the pool's claim that equals `claim` up to names of atoms; nothing if there is none.
  std::optional<std::uint32_t> find(const Claim& claim) const;
  const std::vector<Claim>& claims() const { return claims_; }

  /// Evaluates `claim` on `instance` instead of its own instance. Returns nothing if evaluation has an error. Also returns
  /// nothing if the facts do not hold, unless the claim is about the facts. Throws support::Exhausted.
  std::optional<evaluator::Value> said(const Claim& claim, const model::Instance& instance);
  /// Returns the claim with the value that the model gives it on its own instance; nothing if evaluation has an error. A claim
  /// with Topic::solution gets the value false if the facts are not true in its instance. Throws support::Exhausted.
  std::optional<Claim> stated(Claim claim);

 private:
  using Key = std::tuple<std::uint64_t, model::FuncId, std::uint32_t, Claim::Topic>;
  Key keyOf(const Claim& claim) const;
  bool isExpressible(const Claim& claim);
  std::optional<evaluator::Value> body(const Claim& claim);

  const model::Model& model_;
  const model::Semantics semantics_;
  const support::Budget untilStopped_;
  evaluator::Evaluator evaluator_;
  evaluator::Question facts_;
  evaluator::Question expressible_;  // constraints that every valuation of the test language satisfies
  std::vector<Claim> claims_, excluded_;
  std::set<Key> excludedKeys_;
  /// Index of each known claim, by its key; noId if the claim is excluded or no test can state it.
  std::map<Key, std::uint32_t> known_;
};

/// Moves the claim to an instance that is `steps` random steps away from the claim's own instance, and evaluates it there with
/// `Pool::said`. Returns nothing if the claim has no value there. Advances the random state `random`. Throws support::Exhausted.
std::optional<Claim> wandered(Claim claim, std::size_t steps, Pool& pool, const model::Model& model, std::uint64_t& random);

}  // namespace aunit::strength
