// Pairs of claims about nearly equal instances: all conjuncts hold in one, and a single conjunct fails in the other.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "evaluator/judge.h"
#include "model/model.h"
#include "model/source.h"
#include "parser/front_end.h"
#include "strength/generation/options.h"
#include "strength/generation/pool.h"
#include "strength/generation/set_cover.h"
#include "strength/instances/finder.h"
#include "support/budget.h"

namespace aunit::strength {

/// Finds two valuations for each conjunct of the facts and of each predicate: a near miss, which only this conjunct rejects, and
/// an accepted valuation. They are one or two tuples apart if possible; otherwise each is minimal.
class PairGoals {
 public:
  PairGoals(parser::Loaded& loaded, std::span<Finder> finders, Pool& pool, const GenerationOptions& options,
            const ProofOptions& proofs);

  /// Adds claims to the pool. Throws support::Exhausted.
  void fill(const GoalProgress& progress);
  /// Two goals for each conjunct: the rejected and the accepted claim.
  std::vector<Goal> goals() const;
  Achievement achieved(std::span<const Goal> goals, std::vector<std::string>& impossible) const;

 private:
  struct Conjunct {
    model::FuncId function = model::noId;  // noId: a conjunct of the facts
    model::ExprId formula = model::noId;
    std::string text;
    enum class State : std::uint8_t { before, found, impossible, unknown } state = State::unknown;
    std::uint32_t rejected = 0, accepted = 0;  // indices of the claims in the pool
    int apart = 0;                             // number of tuples in which the two instances differ: 1 or 2; 0 if more than 2
  };

  void collect(model::FuncId function, model::ExprId body);
  std::vector<model::ExprId> conjunctsOf(model::FuncId function) const;
  /// The conjuncts that are false in the claim's instance; nothing if another constraint is violated or a conjunct has no value.
  std::optional<std::vector<std::size_t>> broken(const Claim& claim);
  void fill(std::size_t conjunct);
  bool isShown(std::size_t conjunct);
  std::optional<std::pair<Claim, int>> acceptedNear(const Claim& rejected, const std::function<bool(const Claim&)>& willDo);
  std::optional<std::uint32_t> offer(const Claim& claim);
  std::optional<Claim> solved(std::size_t conjunct, bool accepted, bool& proved);

  parser::Loaded& loaded_;
  model::Model& model_;
  const std::span<Finder> finders_;
  Pool& pool_;
  const ProofOptions options_;
  const support::Budget untilStopped_;
  evaluator::Evaluator evaluator_;
  evaluator::Question declarations_;
  evaluator::Question facts_;
  std::vector<Conjunct> conjuncts_;
};

}  // namespace aunit::strength
