// SAT solvers of other projects as they are; each in its own source file, so that their headers do not meet.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solver/sat.h"

namespace aunit::solver {

/// Knows no budget: BoundedSolver does. Variables and literals as SatSolver has them.
class Engine {
 public:
  virtual ~Engine() = default;

  /// A variable that later clauses or assumptions will mention; said before the first search.
  virtual void keep(int) {}
  virtual void keepAll() {}
  /// Literals of clauses that are closed by 0, over variables up to `variables`; a clause may go on in the next call.
  virtual void add(std::span<const int> literals, int variables) = 0;
  /// `unknown` after about so many conflicts (0: no limit) or when interrupted.
  virtual Answer solve(std::span<const int> assumptions, int conflicts) = 0;
  /// Called from another thread: the search should end. Forgotten when it has not begun yet.
  virtual void interrupt() = 0;
  /// After `satisfiable`.
  virtual bool value(int variable) const = 0;
  /// After `unsatisfiable`: assumptions that cannot hold together.
  virtual std::vector<int> conflict() const = 0;

  Engine* nextAside = nullptr;  // BoundedSolver's
};

using MakeEngine = std::unique_ptr<Engine> (*)();

/// False in builds without that library (AUNIT_MINIMAL): makeCryptoMiniSat then makes nothing.
extern const bool hasCryptoMiniSat;
std::unique_ptr<Engine> makeCryptoMiniSat();
std::unique_ptr<Engine> makeCadical();
std::unique_ptr<Engine> makeMiniSat();

}  // namespace aunit::solver
