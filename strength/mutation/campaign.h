// Judges all mutants of one loaded file against its tests.
//
//     Campaign campaign(*loaded, options);
//     for (std::size_t i = 0; i < campaign.mutants().size(); ++i) campaign.judge(i, results[i]);
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "solver/vacuity/redundancy.h"
#include "strength/mutation/equivalence.h"
#include "strength/mutation/judge.h"
#include "strength/mutation/left_out.h"
#include "strength/mutation/mutants.h"
#include "strength/mutation/report.h"
#include "support/budget.h"

namespace aunit::strength {

struct CampaignOptions {
  OperatorSet operators = OperatorSet::all;
  model::Semantics semantics{};
  double allScopes = 0;       // seconds for the proof that a mutant is equivalent for any number of atoms; 0: no such proof
  bool keepExamples = false;  // fill in MutantResult::example
  support::Limits limits{.seconds = 10};  // limits of each mutant, and of each question to the solver about it
  support::Budget whole{};                // budget of all questions to the solver together
};

/// Judges mutants one after the other. Changes the model and restores it, so it is not thread-safe: each thread needs its own
/// copy (parser::copyOf).
class Campaign {
 public:
  Campaign(parser::Loaded& loaded, CampaignOptions options);
  ~Campaign();

  const std::vector<Mutant>& mutants() const { return mutants_; }
  Judge& judgeOf() { return judge_; }
  /// The scopes in which mutants are proved equivalent, and facts are proved to follow from the declarations: "3 but 5 A".
  const std::vector<std::string>& scopes() const { return scopeTexts_; }

  /// Returns the mutant's result without its name and killers. The fate is `ignored` or `pending`.
  MutantResult describe(std::size_t mutant) const;
  /// Evaluates tests on the mutant, until `killers` of them kill it. Sets the fate to `killed` or `survived`; to `unknown` if a
  /// limit ended the search.
  void judge(std::size_t mutant, MutantResult& result, std::size_t killers = 1);
  /// Like `judge`, but with the tests that the solver decides. Sets the fate to `killed`, or to `unknown` if some test was not
  /// decided. If all these tests are decided and none kills the mutant, the fate stays.
  void solve(std::size_t mutant, MutantResult& result, std::size_t killers = 1);
  /// Requires that neither `judge` nor `solve` killed the mutant. Decides whether the mutant is equivalent. If it is not,
  /// suggests a test that kills it. `result` must have what `describe`, `judge` and `solve` wrote.
  void prove(std::size_t mutant, MutantResult& result);
  /// Whether the mutant changes a fact that follows from the declarations, within the scopes. Such a fact excludes no instance,
  /// so no test can notice the change.
  bool isArid(std::size_t mutant);

 private:
  ProofOptions proofOptions() const;
  Comparer& comparer();
  std::string whatItFollowsFrom(const Mutant& mutant);

  parser::Loaded& loaded_;
  CampaignOptions options_;
  std::vector<suite::TestCase> tests_;  // each statement of a test is a test of its own
  std::vector<Mutant> mutants_;
  Judge judge_;
  std::vector<model::Scope> scopes_;
  std::vector<std::string> scopeTexts_;
  mutable std::map<model::FileId, MutantExclusions> leftOut_;
  std::unique_ptr<Comparer> comparer_;                    // made when first needed
  std::unique_ptr<solver::RedundancySearch> redundancy_;  // made when a mutant of a fact is equivalent
  std::map<std::uint32_t, bool> arid_;  // by paragraph: whether it is an arid fact; facts that were not judged are missing
  std::uint32_t lastKiller_ = 0;
};

/// The reasons that a report shows for an arid and for an equivalent mutant. `scopes`: the texts of the scopes.
std::string aridReason(std::vector<std::string> scopes);
std::string equivalentReason(std::vector<std::string> scopes);

/// Returns the name of a paragraph, for example "pred Acyclic" or "sig Node"; "fact" for a fact without a name.
std::string paragraphName(const model::Model& model, std::uint32_t paragraph);

}  // namespace aunit::strength
