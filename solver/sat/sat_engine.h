// Adapters for the SAT solvers of other projects. Each has its own source file, because their headers conflict.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solver/sat/sat.h"

namespace aunit::solver {

/// A SAT solver without a budget, for BoundedSolver. Variables and literals are numbered as in SatSolver.
class Engine {
 public:
  virtual ~Engine() = default;

  /// As SatSolver::keep; called before the first search.
  virtual void keep(int) {}
  virtual void keepAll() {}
  /// When the engine chooses a value for the variable of this literal, it makes the literal true. Only MiniSat supports this.
  virtual void prefer(int) {}
  /// Limits all searches together to this many propagations; further searches answer `unknown`. 0: no limit. Only MiniSat counts
  /// propagations.
  virtual void limitPropagations(std::int64_t) {}
  virtual std::int64_t propagations() const { return 0; }
  /// Adds clauses: the literals of each clause, then a 0. An unfinished clause continues in the next call. No literal has a
  /// variable above `variables`.
  virtual void add(std::span<const int> literals, int variables) = 0;
  /// Solves the clauses; `unknown` after about `conflicts` conflicts (0: no limit) or when interrupted.
  virtual Answer solve(std::span<const int> assumptions, int conflicts) = 0;
  /// Asks a search to end; called from another thread. Has no effect if the search has not begun yet.
  virtual void interrupt() = 0;
  /// The value of a variable; after `satisfiable`.
  virtual bool value(int variable) const = 0;
  /// After `unsatisfiable`: assumptions that cannot hold together.
  virtual std::vector<int> conflict() const = 0;

  Engine* nextAside = nullptr;  // used by BoundedSolver
};

using MakeEngine = std::unique_ptr<Engine> (*)();

/// False in builds without the library (AUNIT_MINIMAL). makeCryptoMiniSat() then returns null.
extern const bool hasCryptoMiniSat;
std::unique_ptr<Engine> makeCryptoMiniSat();
std::unique_ptr<Engine> makeCadical();
std::unique_ptr<Engine> makeRefutingCadical();  // for clauses that probably have no solution
std::unique_ptr<Engine> makeMiniSat();

}  // namespace aunit::solver
