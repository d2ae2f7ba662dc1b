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

  /// Adds a claim. Returns false, and adds nothing, if the pool has an isomorphic one (other names of atoms), or if no test can
  /// state the claim. A test cannot state these: an atom in a signature but not in its parent, or in two disjoint signatures; an
  /// ordering that is not a total order; an argument without a tuple of its type.
  bool add(const Claim& claim);
  /// Marks a claim that a test states already, so that it is never added.
  void exclude(const Claim& claim);
  const std::vector<Claim>& excluded() const { return excluded_; }
  bool isExcluded(const Claim& claim) const { return excludedKeys_.contains(keyOf(claim)); }
  /// The number of the claim of the pool that is equal up to names of atoms; nothing if there is none.
  std::optional<std::uint32_t> find(const Claim& claim) const;
  const std::vector<Claim>& claims() const { return claims_; }

  /// Returns the model's answer to the same question about another instance. Returns nothing if the answer has no value, or if
  /// the claim is about a predicate and the facts do not hold. Throws support::Exhausted.
  std::optional<evaluator::Value> said(const Claim& claim, const model::Instance& instance);
  /// Returns the claim with the model's answer as its value; nothing if the model gives no answer. If the facts do not hold, a
  /// claim about a solution gets the value false. Throws support::Exhausted.
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
  std::map<Key, std::uint32_t> known_;  // by key of a claim: its number; noId: excluded, or not expressible
};

/// Returns the claim about an instance that is `steps` random steps away; nothing if the claim has no value there. Advances
/// `random`. Throws support::Exhausted.
std::optional<Claim> wandered(Claim claim, std::size_t steps, Pool& pool, const model::Model& model, std::uint64_t& random);

}  // namespace aunit::strength
