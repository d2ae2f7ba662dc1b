// The formulas that assertions state: each whole assertion, and its conjuncts (also those inside `all` and `or`).
#pragma once

#include <set>
#include <string>
#include <vector>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

class StatedFormulas {
 public:
  /// `formulas` must outlive this object. The functions of this class may add formulas to `formulas`.
  StatedFormulas(Formulas& formulas, const std::vector<Assertion>& assertions);

  /// Whether the assertions state a formula, up to the names of its variables.
  bool contain(FormulaId f) { return f == all_.truth(true) || said_.contains(textOf(f)); }
  bool containAll(const std::vector<FormulaId>& parts);

 private:
  std::string textOf(FormulaId f) { return all_.canonical(all_.simplified(f), {}); }
  void divide(FormulaId id, std::vector<FormulaId>& to);

  Formulas& all_;
  std::set<std::string> said_;
};

}  // namespace aunit::solver::firstorder
