// Invariants, for any number of atoms and moments: formulas that hold at first, and lead to themselves.
//
// Candidates are what was asked, what other assertions of the model say, and what a search with few atoms learns (orbit_search).
// The ones that provers confirm for any number of atoms are kept (Houdini: Flanagan and Leino, FME 2001); when they exclude the
// bad states, nothing else can be reached. Sizes grow until they do.
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

/// A proof that what is asked cannot be, by an invariant.
struct InvariantProof {
  std::vector<firstorder::FormulaId> invariant;  // for moment 0: the conjunction
  std::string by, checked;                       // of all its conditions; provers of other makes, empty: not all were
  std::string axioms;
  std::vector<model::Span> needs;
  bool finite = false;  // a lemma about finite sets was needed
  std::vector<firstorder::ProverQuestion> questions;
};

class InvariantSearch {
 public:
  InvariantSearch(firstorder::States& states, const std::vector<Prover>& provers, const support::Budget& budget);

  /// Throws support::Exhausted.
  std::optional<InvariantProof> run();
  /// Why there was none.
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
  std::vector<firstorder::Assertion> base_, finite_;  // what defines closures, with lemmas
  std::optional<firstorder::FunctionalForm> functional_;
  std::vector<std::size_t> order_;  // in which provers are asked
  std::string why_;
};

}  // namespace aunit::solver
