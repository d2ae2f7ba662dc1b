// Provers of first-order logic: programs of other people's that are found on the PATH, or not.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "solver/firstorder/theory.h"
#include "support/budget.h"

namespace aunit::solver {

struct ProverAnswer {
  bool contradiction = false;     // the assertions contradict each other; else nothing is known
  bool model = false;             // it says that there is a model: no proof is to be had from it
  std::vector<std::size_t> core;  // then: the assertions that the proof uses, if the prover tells (else all)
  std::string text;               // what was asked
};

/// One prover. Only a contradiction counts: a model that a prover claims may be infinite, or of abstracted integers.
struct Prover {
  std::string name;
  std::vector<std::string> command;  // which reads what is asked
  std::string (*write)(const firstorder::Theory&, const std::vector<firstorder::Assertion>&);
  ProverAnswer (*read)(const std::string& output, std::size_t assertions);

  ProverAnswer ask(const firstorder::Theory& theory, const std::vector<firstorder::Assertion>& assertions,
                   const support::Budget& budget) const;
};

/// The installed ones of z3, cvc5 and eprover, in the order in which they are asked.
std::vector<Prover> installedProvers();
/// The programs that are looked for.
std::vector<std::string> namesOfProvers();

/// Whether the output of an SMT solver says that there is no model, and by which assertions, and nothing else. For tests.
ProverAnswer readSmtAnswer(const std::string& output, std::size_t assertions);
/// Likewise of E.
ProverAnswer readTptpAnswer(const std::string& output, std::size_t assertions);

}  // namespace aunit::solver
