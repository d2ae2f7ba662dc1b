// The interface of SAT solvers.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solver/circuit/cnf.h"
#include "support/budget.h"

namespace aunit::solver {

/// The threads of one search. With `race`, two solvers may search in parallel, so repeated calls may find different solutions.
enum class Threads : std::uint8_t { one, race };

enum class Answer : std::uint8_t { satisfiable, unsatisfiable, unknown };

/// A SAT solver. Clauses may be added between calls of solve(). Variables are 1, 2, ...; literals are as in DIMACS.
class SatSolver {
 public:
  virtual ~SatSolver() = default;

  /// Solves the clauses under assumptions. Returns `unknown` if the budget ran out; the budget then knows the reason.
  virtual Answer solve(std::span<const int> assumptions, const support::Budget& budget) = 0;
  /// The value of a variable. Requires that the last call of solve() returned `satisfiable`.
  virtual bool value(int variable) const = 0;
  /// A subset of the assumptions that contradicts the clauses. Requires that the last call of solve() returned `unsatisfiable`.
  virtual std::vector<int> conflict() const = 0;
  /// Announces that later clauses or assumptions will mention `variable`. So a solver that eliminates variables for good must not
  /// eliminate this one.
  virtual void keep(int variable) = 0;
  /// Like keep() for each variable, including those of later clauses.
  virtual void keepAll() = 0;
};

/// Makes the solver `name`: "portfolio", "cryptominisat", "cadical", "minisat", or a name from the last paragraph. `clauses` must
/// outlive the solver. Returns null if the build has no such solver.
///
/// "portfolio" lets CryptoMiniSat answer easy questions, then gives MiniSat a few thousand conflicts. Then CaDiCaL joins on a
/// second thread, and MiniSat gives up after a while. With one thread, MiniSat gets more conflicts, and then CaDiCaL replaces it.
/// If there are very many clauses, CaDiCaL begins and MiniSat joins. So only the solutions of questions that take thousands of
/// conflicts may differ between machines.
///
/// "refuting" is a portfolio for clauses that probably have no solution. "quick" is MiniSat for a few hundred conflicts, with the
/// same answer in every run. "steady" is MiniSat until the budget ends: every few hundred conflicts it checks the budget several
/// times, more often for more clauses. If a number of checks limits the budget, the answer of "steady" is the same in every run,
/// too.
std::unique_ptr<SatSolver> makeSolver(std::string_view name, const Cnf& clauses, Threads threads = Threads::race);
/// The names that users may choose, the default first.
std::vector<std::string> solverNames();

/// Waits until all abandoned searches (bounded_solver.h) have ended, because they hold memory. Returns earlier if `limits.stop`,
/// which may be null, becomes true.
void awaitAbandoned(const support::Limits& limits);

}  // namespace aunit::solver
