// SAT solvers behind one small interface.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solver/budget.h"
#include "solver/cnf.h"

namespace aunit::solver {

enum class Answer : std::uint8_t { satisfiable, unsatisfiable, unknown };

/// Clauses can be added before and between calls of solve. Variables are 1, 2, ...; literals as in DIMACS.
class SatSolver {
 public:
  virtual ~SatSolver() = default;

  /// Adds clauses each closed by 0, over variables up to `variables`.
  virtual void add(std::span<const int> closedClauses, int variables) = 0;
  /// Solves under assumptions. `unknown` when the budget ran out; the budget says why.
  virtual Answer solve(std::span<const int> assumptions, const Budget& budget) = 0;
  /// After `satisfiable`.
  virtual bool value(int variable) const = 0;
  /// After `unsatisfiable` under assumptions: a subset of them that cannot hold together.
  virtual std::vector<int> conflict() const = 0;
  /// Variables that later clauses or assumptions will mention must be kept by solvers that eliminate variables for good.
  virtual void keep(int variable) = 0;
  virtual std::string_view name() const = 0;
};

/// "cryptominisat", "cadical", "minisat"; null for other names.
std::unique_ptr<SatSolver> makeSolver(std::string_view name);
/// The names that makeSolver knows, the default first, and "portfolio".
std::vector<std::string> solverNames();

/// CryptoMiniSat; what it has not answered after a moment, a second solver tries at the same time, and the first answer counts.
std::unique_ptr<SatSolver> makePortfolio();

}  // namespace aunit::solver
