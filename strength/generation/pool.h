// Candidates for tests: claims about instances, each once.
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

  /// False, and nothing added, when one that differs in names of atoms only is there already, or when no test can state it: an
  /// atom would be in a signature but not in what that is part of, or in two that exclude each other; an order would be none; an
  /// argument would be nowhere.
  bool add(const Claim& claim);
  /// It is not to be added: a test says so already.
  void exclude(const Claim& claim);
  const std::vector<Claim>& excluded() const { return excluded_; }
  bool isExcluded(const Claim& claim) const { return excludedKeys_.contains(keyOf(claim)); }
  /// The number of a claim that is there, names of atoms apart.
  std::optional<std::uint32_t> find(const Claim& claim) const;
  const std::vector<Claim>& claims() const { return claims_; }

  /// The model's answer about another instance in place of the claim's; nothing if something else decides (the facts, of what
  /// is said of a predicate in a solution), or where it has no value. Throws support::Exhausted.
  std::optional<evaluator::Value> said(const Claim& claim, const model::Instance& instance);
  /// The claim with the value that the model gives it; nothing if it has none. Here facts that do not hold make the claim that
  /// something is a solution false. Throws support::Exhausted.
  std::optional<Claim> stated(Claim claim);

 private:
  using Key = std::tuple<std::uint64_t, model::FuncId, std::uint32_t, Claim::About>;
  Key keyOf(const Claim& claim) const;
  bool isExpressible(const Claim& claim);
  std::optional<evaluator::Value> body(const Claim& claim);

  const model::Model& model_;
  const model::Semantics semantics_;
  const support::Budget untilStopped_;
  evaluator::Evaluator evaluator_;
  evaluator::Question facts_;
  evaluator::Question expressible_;  // what each valuation that can be written satisfies
  std::vector<Claim> claims_, excluded_;
  std::set<Key> excludedKeys_;
  std::map<Key, std::uint32_t> known_;  // the number of each claim; noId: it is not to be added, or cannot be
};

/// A claim of the same kind about an instance so many random steps away; nothing if it has no value. Moves `random` on. Throws
/// support::Exhausted.
std::optional<Claim> wandered(Claim claim, std::size_t steps, Pool& pool, const model::Model& model, std::uint64_t& random);

}  // namespace aunit::strength
