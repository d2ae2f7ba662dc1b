// What all translations of a problem share: which atoms and tuples there may be, and what must hold of them.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "solver/analysis.h"
#include "solver/bounds.h"
#include "solver/options.h"
#include "solver/problem.h"

namespace aunit::solver {

struct Groundwork {
  /// Throws Exhausted, and Unsupported where the scope contradicts itself or the model, and for declarations that are none.
  Groundwork(const model::Model& model, Problem problem, const Options& options, const Budget& budget);

  /// Gets ready for a formula that is no part of the problem, also one that the model was given since. True where that changes
  /// the atoms (it mentions a string that is none yet) or the shape of traces (it looks further back): earlier translations are
  /// of no more use.
  bool admit(model::ExprId goal, const Budget& budget);
  /// Literals that the symmetry breaking predicate compares; 0: all symmetric instances are wanted.
  int symmetryLength() const { return problem.expect == 1 ? 0 : options.symmetry; }

  const model::Model& model;
  const Problem problem;
  const Options options;
  Analysis analysis;
  std::vector<Conjunct> conjuncts;
  std::set<model::StringId> literals;
  int pastDepth = 0;  // how often the loop of a trace has to be unrolled
  std::unique_ptr<const Bounds> bounds;

 private:
  std::unique_ptr<const Bounds> boundsWith(const std::set<model::StringId>& strings, const Budget& budget) const;
};

}  // namespace aunit::solver
