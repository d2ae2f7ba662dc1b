// Invariants for any number of atoms and moments: formulas that hold in each first state and that every step preserves.
//
// Candidates are the property itself, other assertions of the model, and the clauses that a search with few atoms learns
// (orbit_search). The candidates that provers confirm for any number of atoms remain (Houdini: Flanagan and Leino, FME 2001). If
// they exclude the bad states, the property is proved; otherwise the search continues with more atoms.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/allscopes/provers.h"
#include "solver/firstorder/functional.h"
#include "solver/firstorder/states.h"
#include "solver/firstorder/texts.h"
#include "support/budget.h"

namespace aunit::solver {

/// A proof, by an invariant, that no bad state can be reached.
struct InvariantProof {
  std::vector<firstorder::FormulaId> invariant;  // formulas of moment 0; the invariant is their conjunction
  // The conditions say that the conjunction is an invariant and excludes the bad states. `by`: the provers that proved the
  // conditions. `checked`: the provers that proved them a second time, each condition by another prover than the first time;
  // empty unless each condition was proved twice.
  std::string by, checked;
  std::string axioms;
  std::vector<model::Span> needs;
  bool finite = false;  // a lemma about finite sets was needed
  std::vector<firstorder::ProverQuestion> questions;
};

class InvariantSearch {
 public:
  InvariantSearch(firstorder::States& states, const std::vector<Prover>& provers, const support::Budget& budget);

  /// Returns nothing if no invariant was found; why() then gives the reason. Throws support::Exhausted.
  std::optional<InvariantProof> run();
  /// Why run() returned nothing.
  const std::string& why() const { return why_; }

 private:
  struct Condition {
    std::vector<firstorder::Assertion> assertions;
    std::string by;
    std::vector<firstorder::Assertion> core;
    bool finite = false;
    std::string axioms;
  };
  using Clauses = std::vector<firstorder::FormulaId>;

  std::vector<firstorder::Assertion> condition(const std::vector<firstorder::Assertion>& moments,
                                               const std::vector<firstorder::FormulaId>& more, bool finite);
  bool leadsAstray(const firstorder::Assertion& assertion) const;
  bool holds(const std::vector<firstorder::Assertion>& moments, const std::vector<firstorder::FormulaId>& more, bool hard,
             Condition* proof = nullptr, bool finiteFirst = false);
  bool areContradictory(const std::vector<firstorder::Assertion>& asked, bool finite, bool hard, Condition* proof);
  firstorder::FormulaId notFirst(const Clauses& clauses);
  std::vector<firstorder::FormulaId> notNext(const Clauses& from, const Clauses& to);
  bool areInductive(const Clauses& clauses, bool hard, std::vector<Condition>* proofs = nullptr);
  Clauses survivors(Clauses clauses, bool hard);
  bool areSafe(const Clauses& clauses, bool hard, std::vector<Condition>* proofs = nullptr);
  std::optional<InvariantProof> prove(const Clauses& clauses, bool hard);
  Clauses withoutNeedless(const Clauses& clauses);

  firstorder::States& states_;
  firstorder::Formulas& all_;
  const std::vector<Prover>& provers_;
  const support::Budget& budget_;
  // axioms about transitive closures: `base_` has no lemmas about finite sets, `finite_` has them
  std::vector<firstorder::Assertion> base_, finite_;
  std::optional<firstorder::FunctionalForm> functional_;
  std::vector<std::size_t> order_;  // indices of provers, in the order in which they are tried
  std::string why_;
};

}  // namespace aunit::solver
