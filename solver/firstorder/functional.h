// Replaces predicates of functional relations by function symbols, for provers.
#pragma once

#include <map>
#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// If assertions state that a relation R relates each atom of a set D to one atom, and atoms outside D to none, then R(a, b) is
/// written `D(a) and b = F(a)`. Such an F exists if the assertions hold, so the rewritten formulas contradict each other only if
/// the original ones do.
class FunctionalForm {
 public:
  /// The theory must outlive this object. Use the rewritten formulas only together with the assertions.
  FunctionalForm(Theory& theory, const std::vector<Assertion>& assertions);

  FormulaId of(FormulaId f);

 private:
  struct Function {
    SymbolId domain = 0, symbol = 0;
  };

  Theory& theory_;
  Formulas& all_;
  std::map<SymbolId, Function> functions_;  // by relation: the function that replaces it
  std::map<FormulaId, FormulaId> known_;
};

}  // namespace aunit::solver::firstorder
