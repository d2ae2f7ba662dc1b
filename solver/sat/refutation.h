// Checks the answer "unsatisfiable": another solver refutes the clauses again and writes a proof, whose steps are checked.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "solver/circuit/cnf.h"
#include "support/budget.h"

namespace aunit::solver {

/// A refutation whose steps have all been checked (rup_checker.h). This check detects errors of SAT solvers, but not errors in
/// the translation of the model to clauses.
struct Refutation {
  std::size_t variables = 0;
  std::size_t clauses = 0;  // of the refuted problem; each assumption counts as one
  std::size_t lemmas = 0;   // number of steps
  double seconds = 0;
  /// With Keep::texts: the clauses in DIMACS, the steps in DRAT (as text).
  std::string cnf;
  std::string steps;
};

/// Thrown if the clauses can be satisfied, or if a step does not follow from the clauses and the earlier steps. One of the
/// solvers is wrong then.
class NotRefuted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Keep : std::uint8_t { nothing, texts };

/// Refutes the clauses under assumptions with CaDiCaL, and checks each step immediately. Throws Exhausted and NotRefuted.
Refutation refute(const Cnf& clauses, std::span<const int> assumptions, Keep keep, const support::Budget& budget);

}  // namespace aunit::solver
