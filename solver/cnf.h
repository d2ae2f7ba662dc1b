// From the circuit to clauses: one variable for each gate, implications only in the directions that the formula needs.
//
// Tseitin's encoding reduced by polarity (Plaisted & Greenbaum, JSC 1986). Gates that are used once are written into their user's
// clauses instead of getting a variable where that needs no more clauses; the conjunction at the top becomes separate
// assertions. Only what the asserted literals reach is encoded.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/circuit.h"

namespace aunit::solver {

/// A CNF literal: variable+1, negative when negated (DIMACS).
using Clause = std::vector<int>;

/// Clauses one after the other, each closed by 0.
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

/// Encodes asserted circuit literals. More may be asserted later: what is there is reused.
class CnfEncoder {
 public:
  CnfEncoder(const Circuit& circuit, const Budget* budget) : circuit_(circuit), meter_(budget) {}

  /// Makes the literals true. Appends to cnf().
  void assertAll(std::span<const Lit> literals);
  /// A CNF literal that implies the circuit literal (for assumptions, selectors and blocking clauses over inputs).
  int implying(Lit literal);
  /// The CNF variable of a circuit input, making it if the clauses so far do not mention it.
  int inputVariable(std::uint32_t node);
  /// 0 when the clauses do not mention the node.
  int variableOf(std::uint32_t node) const { return node < variable_.size() ? variable_[node] : 0; }
  int newVariable() { return ++cnf_.variables; }

  Cnf& cnf() { return cnf_; }
  const Cnf& cnf() const { return cnf_; }

 private:
  void count(std::span<const Lit> roots);
  int variable(std::uint32_t node);
  int literalFor(Lit l);
  bool usedOnce(Lit l) const;
  /// Clauses for `prefix or l`; with `open` l's gate is written out even if others use it too.
  void write(std::vector<int>& prefix, Lit l, bool open);
  void writeClause(std::vector<int>& prefix, Lit disjunction);
  void flatten(Lit l, std::vector<Lit>& out, int depth);
  void finish(const std::vector<int>& clause);
  void drain();

  const Circuit& circuit_;
  Meter meter_;
  Cnf cnf_;
  std::vector<int> variable_;          // by node
  std::vector<std::uint8_t> defined_;  // by node: 1 when the variable implies the gate, 2 the converse
  std::vector<std::uint32_t> uses_;    // by node: edges that the asserted formulas reach
  std::vector<Lit> pending_;           // definitions to write; positive: the variable implies the gate, negative: the converse
  int depth_ = 0;
};

}  // namespace aunit::solver
