// A prover, which shows that a problem has no trace of any length.
#pragma once

#include <atomic>
#include <optional>
#include <span>

#include "solver/grounding/grounding.h"
#include "solver/modelcheck/tableau.h"
#include "solver/proof.h"
#include "support/budget.h"
#include "support/threads.h"

namespace aunit::modelcheck {

class Prover {
 public:
  /// The goals are asserted in addition to the problem. Throws solver::Unsupported and support::Exhausted. The grounding must
  /// outlive this object.
  Prover(const solver::Grounding& grounding, std::span<const solver::Conjunct> goals, const support::Budget& budget);

  /// Runs until there is a proof. Returns nothing if there is a trace, which the search for lassos will find. Call it in a thread
  /// of its own. With a `share` below 1 it pauses, so that translation and search use at most that share of the process's CPU
  /// time. Throws support::Exhausted.
  std::optional<Proof> run(double share = 1);

  /// A number n such that no lasso of at most n states is a trace of the problem. Any thread may read it.
  int excludedStates() const { return safeSteps_ / (grounding_.pastDepth + 1); }
  /// The number of frames in the search for an inductive invariant. Any thread may read it.
  int frames() const { return safeSteps_; }

  /// The transition system of the problem.
  const System& system() const { return *system_; }

 private:
  struct Engine;
  System translate(std::span<const solver::Conjunct> goals);
  void rest(double share, double turn);
  Proof proof(const Engine& engine);

  const solver::Grounding& grounding_;
  support::Budget budget_;
  Circuit circuit_;
  solver::Algebra algebra_;
  solver::RelationVariables relationVariables_;
  Tableau tableau_;
  std::optional<System> system_;
  std::atomic<int> safeSteps_ = 0;
  double before_;          // CPU seconds of the process before the translation
  double translated_ = 0;  // CPU seconds of the translation
};

/// A prover that works in another thread, possibly with a share of the CPU time.
class BackgroundProver {
 public:
  BackgroundProver(const solver::Grounding& grounding, std::span<const solver::Conjunct> goals, const support::Budget& budget,
                   double share = 1)
      : prover_(grounding, goals, budget.within({.stop = &cancelled_})), proof_([this, share] { return run(share); }) {}
  ~BackgroundProver() { cancelled_ = true; }
  BackgroundProver(const BackgroundProver&) = delete;
  BackgroundProver& operator=(const BackgroundProver&) = delete;

  /// Becomes true when the prover has a proof, or when it failed because its proof has a flaw or memory is exhausted.
  const std::atomic<bool>& decided() const { return decided_; }
  /// The proof. Call it once, after decided() has become true. Rethrows an exception of the prover.
  Proof proof() { return *proof_.get(); }
  const Prover& prover() const { return prover_; }

 private:
  std::optional<Proof> run(double share) {
    try {
      auto proof = prover_.run(share);
      decided_ = proof.has_value();
      return proof;
    } catch (const support::Exhausted&) {
      return std::nullopt;  // the question stays open
    } catch (...) {
      decided_ = true;
      throw;
    }
  }

  std::atomic<bool> cancelled_ = false;
  std::atomic<bool> decided_ = false;
  Prover prover_;
  support::Task<std::optional<Proof>> proof_;  // destroyed first, because its thread uses the other members
};

}  // namespace aunit::modelcheck
