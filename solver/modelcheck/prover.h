// Shows that a problem has no trace of any length.
#pragma once

#include <atomic>
#include <future>
#include <optional>
#include <span>

#include "solver/groundwork.h"
#include "solver/modelcheck/proof.h"
#include "solver/modelcheck/tableau.h"

namespace aunit::modelcheck {

class Prover {
 public:
  /// The goals hold too. Throws solver::Unsupported and solver::Exhausted. The groundwork must outlive this.
  Prover(const solver::Groundwork& groundwork, std::span<const solver::Conjunct> goals, const solver::Budget& budget);

  /// Nothing when there is a trace, which the lassos will show. Throws solver::Exhausted. Has a thread of its own. With a share
  /// below 1 it rests in between, so that it takes no more than that part of the process's CPU time, its translation included.
  std::optional<Proof> run(double share = 1);

  /// No lasso of so many states is a trace of the problem; read by any thread.
  int excludedStates() const { return safeSteps_ / (groundwork_.pastDepth + 1); }
  /// Frames of the search for an invariant that no bad state can leave; read by any thread.
  int frames() const { return safeSteps_; }

  /// What is decided.
  const System& system() const { return *system_; }

 private:
  struct Engine;
  System translate(std::span<const solver::Conjunct> goals);
  void rest(double share, double turn);
  Proof proof(const Engine& engine);

  const solver::Groundwork& groundwork_;
  solver::Budget budget_;
  Circuit circuit_;
  solver::Algebra algebra_;
  solver::Leaves leaves_;
  Tableau tableau_;
  std::optional<System> system_;
  std::atomic<int> safeSteps_ = 0;
  double before_;          // CPU seconds of the process before the translation
  double translated_ = 0;  // those of the translation
};

/// A prover at work on another core, or with a share of what there is.
class Proving {
 public:
  Proving(const solver::Groundwork& groundwork, std::span<const solver::Conjunct> goals, const solver::Budget& budget,
          double share = 1)
      : prover_(groundwork, goals, budget.stoppedBy(&cancelled_)),
        proof_(std::async(std::launch::async, [this, share] { return run(share); })) {}
  ~Proving() { cancelled_ = true; }
  Proving(const Proving&) = delete;
  Proving& operator=(const Proving&) = delete;

  /// Becomes true when there is no trace, or something went wrong: the proof that was found is none, memory is exhausted.
  const std::atomic<bool>& decided() const { return decided_; }
  /// Once that is true, and once only. Throws what the prover threw.
  Proof proof() { return *proof_.get(); }
  const Prover& prover() const { return prover_; }

 private:
  std::optional<Proof> run(double share) {
    try {
      auto proof = prover_.run(share);
      decided_ = proof.has_value();
      return proof;
    } catch (const solver::Exhausted&) {
      return std::nullopt;  // not decided
    } catch (...) {
      decided_ = true;
      throw;
    }
  }

  std::atomic<bool> cancelled_ = false;
  std::atomic<bool> decided_ = false;
  Prover prover_;
  std::future<std::optional<Proof>> proof_;  // ends first
};

}  // namespace aunit::modelcheck
