// Shows that a problem has no trace of any length.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <thread>

#include "solver/modelcheck/proof.h"
#include "solver/modelcheck/tableau.h"
#include "solver/options.h"
#include "solver/problem.h"

namespace aunit::modelcheck {

class Prover {
 public:
  /// Throws solver::Unsupported and solver::Exhausted. All references must outlive this.
  Prover(const model::Model& model, const solver::Analysis& analysis, const solver::Bounds& bounds,
         const solver::Problem& problem, const solver::Options& options, std::span<const solver::Conjunct> conjuncts,
         const solver::Budget& budget);

  /// Nothing when there is a trace, which the lassos will show. Throws solver::Exhausted.
  std::optional<Proof> run();

  /// No step that all traces have is among the first so many; read by any thread.
  int safeSteps() const { return safeSteps_; }

  /// What is decided.
  const System& system() const { return *system_; }

 private:
  struct Engine;
  System translate(std::span<const solver::Conjunct> conjuncts);
  Proof proof(const Engine& engine);

  const model::Model& model_;
  const solver::Bounds& bounds_;
  const solver::Problem& problem_;
  const solver::Options& options_;
  solver::Budget budget_;
  Circuit circuit_;
  solver::Algebra algebra_;
  solver::Leaves leaves_;
  Tableau tableau_;
  std::optional<System> system_;
  std::atomic<int> safeSteps_ = 0;
};

/// A prover at work on another core.
class Proving {
 public:
  template <class... Arguments>
  explicit Proving(const solver::Budget& budget, Arguments&&... arguments)
      : prover_(std::forward<Arguments>(arguments)..., budget.stoppedBy(&cancelled_)), thread_([this] { run(); }) {}
  ~Proving() { cancelled_ = true; }
  Proving(const Proving&) = delete;
  Proving& operator=(const Proving&) = delete;

  /// Becomes true when there is no trace.
  const std::atomic<bool>& proved() const { return proved_; }
  /// Once that is true.
  const Proof& proof() const { return *proof_; }
  int safeSteps() const { return prover_.safeSteps(); }

 private:
  void run() {
    try {
      proof_ = prover_.run();
      proved_ = proof_.has_value();
    } catch (const solver::Exhausted&) {
      // Not proved.
    } catch (const std::bad_alloc&) {
    }
  }

  std::atomic<bool> cancelled_ = false;
  std::atomic<bool> proved_ = false;
  Prover prover_;
  std::optional<Proof> proof_;
  std::jthread thread_;  // ends first
};

}  // namespace aunit::modelcheck
