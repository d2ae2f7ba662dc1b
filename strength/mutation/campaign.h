// All mutants of one loaded file against its tests.
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
  double allScopes = 0;                   // seconds to ask whether one is equivalent for any number of atoms; 0: not asked
  bool keepExamples = false;              // MutantResult::example
  support::Limits limits{.seconds = 10};  // of each mutant, and of each question to the solver about it
  support::Budget whole{};                // of all questions to the solver together
};

/// Changes the model and restores it, so it is not for several threads at once: each has a copy of its own (parser::copyOf).
class Campaign {
 public:
  Campaign(parser::Loaded& loaded, CampaignOptions options);
  ~Campaign();

  const std::vector<Mutant>& mutants() const { return mutants_; }
  Judge& judgeOf() { return judge_; }
  /// The scopes in which it is asked whether a mutant is equivalent, and whether a fact holds by declaration: "3 but 5 A".
  const std::vector<std::string>& scopes() const { return scopeTexts_; }

  /// Everything of the result but its name, fate and killers. Fate: ignored or pending.
  MutantResult describe(std::size_t mutant) const;
  /// Looks for so many tests that kill it, by evaluation. Fate: killed, survived, or unknown when the time is up.
  void judge(std::size_t mutant, MutantResult& result, std::size_t killers = 1);
  /// Likewise with the tests that the solver decides. Fate: as it was if none of them kills it.
  void solve(std::size_t mutant, MutantResult& result, std::size_t killers = 1);
  /// For a mutant that no test kills, evaluated or solved: is it equivalent? If not, which test would kill it? `result` is as
  /// `describe`, `judge` and `solve` left it.
  void prove(std::size_t mutant, MutantResult& result);
  /// Whether the mutant changes a fact that holds by declaration alone, within the scopes: it says nothing that a test could
  /// miss.
  bool isArid(std::size_t mutant);

 private:
  ProofOptions proofOptions() const;
  Comparer& comparer();
  std::string whatItFollowsFrom(const Mutant& mutant);

  parser::Loaded& loaded_;
  CampaignOptions options_;
  std::vector<suite::TestCase> tests_;  // each statement of a test counts as one
  std::vector<Mutant> mutants_;
  Judge judge_;
  std::vector<model::Scope> scopes_;
  std::vector<std::string> scopeTexts_;
  mutable std::map<model::FileId, LeftOut> leftOut_;
  std::unique_ptr<Comparer> comparer_;                    // once something is to be proved
  std::unique_ptr<solver::RedundancySearch> redundancy_;  // once a mutant of a fact is equivalent
  std::map<std::uint32_t, bool> arid_;                    // facts by paragraph, once asked about
  std::uint32_t lastKiller_ = 0;
};

/// Why a mutant is ignored or equivalent that was proved to be arid or the same in scopes of these texts.
std::string aridReason(std::vector<std::string> scopes);
std::string equivalentReason(std::vector<std::string> scopes);

/// "pred Acyclic", "sig Node", "fact" for one without a name.
std::string paragraphName(const model::Model& model, std::uint32_t paragraph);

}  // namespace aunit::strength
