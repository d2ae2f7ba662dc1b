// Claims that tell mutants from the model.
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

/// Mutants of what the options ask for, a sample of pairs of them, and a sample of other formulas that a person might have
/// written instead of a predicate.
class MutantGoals {
 public:
  /// Judges the tests on the model. Everything must outlive this.
  MutantGoals(parser::Loaded& loaded, const std::vector<suite::TestCase>& tests, const GenerationOptions& options,
              const model::Scope& scope, Pool& pool);

  /// Adds claims to the pool until each goal is met by one, or cannot be: the smallest instances, those next to them, some that
  /// fill the scope. Throws support::Exhausted, as the next ones do.
  void fill(const GoalProgress& progress);
  /// Adds claims that no goal asked for, some steps away from those that are there: mistakes are more various than mutants, and
  /// one test may do the work of two.
  void widen();
  /// The effect of the tests and all claims of the pool on them: mutants first.
  std::vector<Goal> goals();
  /// The file's tests that are not judged by, as they do not say of the model what it does, each with why: "a chain: ...".
  std::vector<std::string> leftOut() const;
  /// The state of single mutants, given the state of all of `goals`.
  Achievement achieved(std::span<const Goal> goals) const;

 private:
  /// Changes at one place, or at two: people's mistakes are rarely one operator.
  using Change = std::vector<Mutant>;

  struct Goals {
    std::vector<Goal> goals;
    std::uint32_t judged = 0;  // by so many tests and claims of the judge
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
  const std::uint32_t own_;            // tests that the file has
  std::vector<std::uint32_t> judged_;  // claims of the pool that are judged by, in the order in which the judge has them
  std::size_t seen_ = 0;               // claims of the pool that were offered to the judge
  std::vector<Change> changes_;
  std::size_t single_ = 0;                       // of these, mutants
  std::map<std::size_t, Equivalence> compared_;  // mutants that no claim told apart at first
  Achievement achieved_;
  Goals ofChanges_;
  std::map<model::FuncId, Goals> ofAlternatives_;
};

}  // namespace aunit::strength
