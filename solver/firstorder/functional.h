// Relations that are functions, written as such for provers.
#pragma once

#include <map>
#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// For a relation R of which assertions say that it relates each atom of a set D to one atom, and no other atoms to any, R(a,
/// b) is `D(a) and b = F(a)`. There is such an F wherever the assertions hold: a contradiction among the formulas so written is
/// one among the formulas as they were.
class FunctionalForm {
 public:
  /// The theory must outlive it. The assertions hold wherever formulas are asked about.
  FunctionalForm(Theory& theory, const std::vector<Assertion>& assertions);

  FormulaId of(FormulaId f);

 private:
  struct Function {
    SymbolId domain = 0, symbol = 0;
  };

  Theory& theory_;
  Formulas& all_;
  std::map<SymbolId, Function> functions_;  // by relation
  std::map<FormulaId, FormulaId> known_;
};

}  // namespace aunit::solver::firstorder
