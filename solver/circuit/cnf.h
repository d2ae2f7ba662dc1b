// Encoding of a circuit as clauses: one variable for each gate, implications only in the directions that the formula needs.
//
// The encoding is Tseitin's, reduced by polarity (Plaisted & Greenbaum, JSC 1986). If only one gate U uses a gate G, and the
// clauses of U can contain the operands of G without more clauses in total, G gets no variable. An asserted conjunction becomes
// one assertion for each operand. Only gates that the asserted literals reach are encoded.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/circuit/circuit.h"

namespace aunit::solver {

/// A clause as in DIMACS: variables are 1, 2, ...; a negated variable is a negative number.
using Clause = std::vector<int>;

/// Clauses one after the other, each ended by 0.
struct Cnf {
  std::vector<int> literals;
  int variables = 0;
  std::size_t clauses = 0;

  void add(std::span<const int> clause) {
    literals.insert(literals.end(), clause.begin(), clause.end());
    literals.push_back(0);
    ++clauses;
  }
};

/// Encodes asserted circuit literals. Literals that are asserted later reuse the existing variables and clauses.
class CnfEncoder {
 public:
  CnfEncoder(const Circuit& circuit, const support::Budget* budget) : circuit_(circuit), meter_(budget) {}

  /// Asserts the literals: appends clauses to cnf() that make them true.
  void assertAll(std::span<const Lit> literals);
  /// A CNF literal that implies the circuit literal (for assumptions, selectors and blocking clauses over inputs).
  int implying(Lit literal);
  /// The CNF variable of a circuit input. Makes the variable if the clauses so far do not mention the input.
  int inputVariable(std::uint32_t node);
  /// The CNF variable of a node, or 0 when the clauses do not mention it.
  int variableOf(std::uint32_t node) const { return node < variable_.size() ? variable_[node] : 0; }
  int newVariable() { return ++cnf_.variables; }

  Cnf& cnf() { return cnf_; }
  const Cnf& cnf() const { return cnf_; }

 private:
  void count(std::span<const Lit> roots);
  int variable(std::uint32_t node);
  int literalFor(Lit l);
  bool usedOnce(Lit l) const;
  /// Writes clauses for the disjunction of `prefix` and `l`. If `open`, the clauses contain the operands of the gate of `l`
  /// instead of its variable, even if other gates use this gate, too.
  void write(std::vector<int>& prefix, Lit l, bool open);
  void writeClause(std::vector<int>& prefix, Lit disjunction);
  void flatten(Lit l, std::vector<Lit>& out, int depth);
  void finish(const std::vector<int>& clause);
  void drain();

  const Circuit& circuit_;
  support::Meter meter_;
  Cnf cnf_;
  std::vector<int> variable_;  // by node: its CNF variable; 0 if it has none
  // by node, as bits: 1 if clauses say that the variable implies the gate, 2 if the gate implies the variable
  std::vector<std::uint8_t> defined_;
  std::vector<std::uint32_t> uses_;  // by node: the number of edges to it from nodes that the asserted formulas reach
  // by node, as bits: 1 if the asserted formulas need that the gate holds, 2 if they need that it fails
  std::vector<std::uint8_t> needed_;
  std::vector<Lit> pending_;  // definitions to write: variable implies gate for a positive literal, else gate implies variable
  int depth_ = 0;
};

}  // namespace aunit::solver
