#include "solver/groundwork.h"

#include <algorithm>

namespace aunit::solver {

Groundwork::Groundwork(const model::Model& m, Problem p, const Options& o)
    : model(m), problem(std::move(p)), options(o), analysis(m), conjuncts(conjunctsOf(m, problem)) {
  for (const Conjunct& c : conjuncts) {
    analysis.refuseIllFormed(c.formula);
    analysis.collectStrings(c.formula, literals);
    pastDepth = std::max(pastDepth, analysis.pastDepth(c.formula));
  }
  makeBounds();
}

void Groundwork::makeBounds() {
  bounds = std::make_unique<const Bounds>(model, problem.scope, problem.temporal, problem.pins, literals,
                                          symmetryLength() > 0 ? Symmetries::broken : Symmetries::kept);
}

bool Groundwork::admit(model::ExprId goal) {
  analysis.extend();
  analysis.refuseIllFormed(goal);
  const std::size_t knownLiterals = literals.size();
  analysis.collectStrings(goal, literals);
  const int depth = analysis.pastDepth(goal);
  const bool sameAtoms = literals.size() == knownLiterals;
  if (!sameAtoms) makeBounds();
  if (sameAtoms && depth <= pastDepth) return false;
  pastDepth = std::max(pastDepth, depth);
  return true;
}

}  // namespace aunit::solver
