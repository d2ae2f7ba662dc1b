// External provers of first-order logic, found on the PATH.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "solver/firstorder/theory.h"
#include "support/budget.h"

namespace aunit::solver {

struct ProverAnswer {
  bool contradiction = false;     // the assertions contradict each other; if false, nothing is known
  bool model = false;             // the prover claims a model: it will find no proof
  std::vector<std::size_t> core;  // with `contradiction`: indices of the assertions that the proof uses; empty if unknown
  std::string text;               // the input of the prover
};

/// One prover. Only a contradiction counts: if a prover claims a model, this model may be infinite, or may exist only because the
/// integers were abstracted.
struct Prover {
  std::string name;
  std::vector<std::string> command;  // reads the question from standard input
  std::string (*write)(const firstorder::Theory&, const std::vector<firstorder::Assertion>&);
  ProverAnswer (*read)(const std::string& output, std::size_t assertions);

  ProverAnswer ask(const firstorder::Theory& theory, const std::vector<firstorder::Assertion>& assertions,
                   const support::Budget& budget) const;
};

/// The installed provers among z3, cvc5 and eprover, in the order in which they are tried.
std::vector<Prover> installedProvers();
/// The names of the programs that installedProvers() looks for.
std::vector<std::string> namesOfProvers();

/// Reads the output of an SMT solver. Returns a contradiction only if `output` consists of "unsat" and a list of assertions.
/// Public for tests.
ProverAnswer readSmtAnswer(const std::string& output, std::size_t assertions);
/// Reads the output of E. Public for tests.
ProverAnswer readTptpAnswer(const std::string& output, std::size_t assertions);

}  // namespace aunit::solver
