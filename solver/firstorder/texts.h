// A theory in the languages that provers read.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/source.h"
#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// SMT-LIB 2, with assertions named a0, a1, ...; asks for an unsat core after `check-sat`.
std::string smtLib(const Theory& theory, const std::vector<Assertion>& assertions);
/// The typed first-order form of TPTP. Assertions have the same names as in smtLib().
std::string tptp(const Theory& theory, const std::vector<Assertion>& assertions);

/// A question that a prover has answered, as texts with which it can be asked again.
struct ProverQuestion {
  std::string smtLib, tptp;
  std::vector<std::pair<std::string, model::Span>> places;  // by assertion: its name and kind, and its source
};
ProverQuestion questionOf(const Theory& theory, const std::vector<Assertion>& assertions);

}  // namespace aunit::solver::firstorder
