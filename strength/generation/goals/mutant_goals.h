// Claims that kill mutants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/generation/options.h"
#include "strength/generation/pool.h"
#include "strength/generation/set_cover.h"
#include "strength/mutation/equivalence.h"
#include "strength/mutation/judge.h"
#include "strength/mutation/mutants.h"

namespace aunit::strength {

/// The goals are the mutants that the options select, a sample of pairs of them, and a sample of formulas that a person might
/// have written instead of a predicate. This is one class, because making claims and judging them alternate: a mutant that no
/// claim kills leads to new claims, and each new claim is judged on all mutants, even if it was made for another purpose. The
/// members record what was already judged.
class MutantGoals {
 public:
  /// Judges the tests on the model. All arguments must outlive this object.
  MutantGoals(parser::Loaded& loaded, const std::vector<suite::TestCase>& tests, const GenerationOptions& options,
              const model::Scope& scope, Pool& pool);

  /// Adds claims to the pool, so that each goal is met by some claim, unless the goal is impossible. The claims are about minimal
  /// instances, neighbours of these, and some instances that fill the scope. Throws support::Exhausted, and so do `widen` and
  /// `goals`.
  void fill(const GoalProgress& progress);
  /// Adds claims that no goal needs, by random steps from claims in the pool. People make more kinds of mistakes than mutants
  /// show, and one added claim may replace two claims of the pool.
  void widen();
  /// The goals, mutants first. Each goal has the number of tests that meet it, and the claims of the pool that meet it.
  std::vector<Goal> goals();
  /// Tests of the file that the judge cannot use, e.g. because they fail on the model; each with the reason: `"a chain": ...`.
  std::vector<std::string> leftOut() const;
  /// Counts the single mutants that are killed, equivalent and undecided. `goals` must come from goals(), with Goal::met set.
  Achievement achieved(std::span<const Goal> goals) const;

 private:
  /// One mutant, or two mutants at different places, because a person's mistake is rarely a single operator.
  using Change = std::vector<Mutant>;

  struct Goals {
    std::vector<Goal> goals;
    std::uint32_t judged = 0;  // `goals` has the results of the judge's first `judged` tests and claims
  };

  bool isWanted(const Mutant& mutant) const;
  void collect(const std::vector<suite::TestCase>& tests);
  void fillGap(std::size_t change);
  void addNeighbours(const Claim& claim);
  void addLarge();
  void wander();
  void judgeNew();
  void judgeAlternatives(model::FuncId predicate);
  void note(const std::vector<std::vector<std::uint32_t>>& killers, Goals& known);
  void throwIfStopped() const;

  parser::Loaded& loaded_;
  model::Model& model_;
  const GenerationOptions& options_;
  const model::Scope scope_;
  Pool& pool_;
  ProofOptions proofs_;
  Judge judge_;
  Comparer comparer_;
  const std::uint32_t own_;            // number of tests in the file
  std::vector<std::uint32_t> judged_;  // indices of the pool's claims that the judge has accepted, in the judge's order
  std::size_t seen_ = 0;               // number of claims of the pool that were offered to the judge
  std::vector<Change> changes_;
  std::size_t single_ = 0;                       // the first `single_` elements of `changes_` are single mutants
  std::map<std::size_t, Equivalence> compared_;  // for mutants that no claim killed at first, by index in `changes_`: whether
                                                 // they are equivalent
  Achievement achieved_;
  Goals ofChanges_;
  std::map<model::FuncId, Goals> ofAlternatives_;
};

}  // namespace aunit::strength
