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

/// `race`: two solvers may look at the same time, each on a core; which of several solutions is found may then differ from call
/// to call.
enum class Threads : std::uint8_t { one, race };

enum class Answer : std::uint8_t { satisfiable, unsatisfiable, unknown };

/// Solves clauses that may grow between calls of solve. Variables are 1, 2, ...; literals as in DIMACS.
class SatSolver {
 public:
  virtual ~SatSolver() = default;

  /// Solves under assumptions. `unknown` when the budget ran out, which says why.
  virtual Answer solve(std::span<const int> assumptions, const Budget& budget) = 0;
  /// After `satisfiable`.
  virtual bool value(int variable) const = 0;
  /// After `unsatisfiable` under assumptions: a subset of them that cannot hold together.
  virtual std::vector<int> conflict() const = 0;
  /// Variables that later clauses or assumptions will mention must be kept by solvers that eliminate variables for good.
  virtual void keep(int variable) = 0;
  /// As if each variable, also of clauses to come, were kept.
  virtual void keepAll() = 0;
};

/// A solver of these clauses: "portfolio", "cryptominisat", "cadical", "minisat"; null for names of others, or of what the build
/// is without. The portfolio lets CryptoMiniSat answer what is easy, then MiniSat what it can within a few thousand conflicts;
/// then CaDiCaL joins it on a second thread, or, where there is one, takes over later. Very many clauses are CaDiCaL's from the
/// first, and MiniSat joins. So which solution is found depends on the machine only for what takes thousands of conflicts. The
/// clauses must outlive it.
std::unique_ptr<SatSolver> makeSolver(std::string_view name, const Cnf& clauses, Threads threads = Threads::race);
/// The names that makeSolver knows, the default first.
std::vector<std::string> solverNames();

/// Searches that nobody waits for any more hold memory until they notice (bounded_solver.h): returns when none is left or `stop`,
/// which may be null, becomes true.
void awaitAbandoned(const std::atomic<bool>* stop);

}  // namespace aunit::solver
