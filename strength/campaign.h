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

#include "parser/front_end.h"
#include "strength/equivalence.h"
#include "strength/judge.h"
#include "strength/left_out.h"
#include "strength/mutants.h"
#include "strength/report.h"

namespace aunit::strength {

struct CampaignOptions {
  OperatorSet operators = OperatorSet::all;
  bool noOverflow = false;
  bool keepExamples = false;  // MutantResult::example
  double timeout = 10;        // seconds for each mutant, and for each question to the solver about it; 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

/// Not for several threads at once: each loads the file for itself.
class Campaign {
 public:
  Campaign(parser::Loaded& loaded, CampaignOptions options);
  ~Campaign();

  const std::vector<Mutant>& mutants() const { return mutants_; }
  Judge& judgeOf() { return judge_; }
  const model::Scope& scope() const { return scope_; }

  /// Everything of the result but its name, fate and killers. Fate: ignored or pending.
  MutantResult describe(std::size_t mutant) const;
  /// Looks for so many tests that kill it, by evaluation. Fate: killed, survived, or unknown when the time is up.
  void judge(std::size_t mutant, MutantResult& result, std::size_t killers = 1);
  /// For a survivor: is it equivalent? If not, do tests that the solver decides kill it, or else, which test would? `result` is
  /// as `describe` and `judge` left it.
  void prove(std::size_t mutant, MutantResult& result, std::size_t killers = 1);
  /// Whether the mutant changes a fact that holds by declaration alone, within the scope: it says nothing that a test could miss.
  bool isArid(std::size_t mutant);
  /// Why such a mutant is left out.
  std::string aridReason() const;

 private:
  ProofOptions proofOptions() const;
  Comparer& comparer();

  parser::Loaded& loaded_;
  CampaignOptions options_;
  std::vector<suite::TestCase> tests_;  // each statement of a test counts as one
  std::vector<Mutant> mutants_;
  Judge judge_;
  model::Scope scope_;
  mutable std::map<model::FileId, LeftOut> leftOut_;
  std::unique_ptr<Comparer> comparer_;  // once something is to be proved
  std::map<std::uint32_t, bool> arid_;  // facts by paragraph, once asked about
  std::uint32_t lastKiller_ = 0;
};

/// "pred Acyclic", "sig Node", "fact" for one without a name.
std::string paragraphName(const model::Model& model, std::uint32_t paragraph);

}  // namespace aunit::strength
