// The grounding of a problem, shared by all its translations: the possible atoms and tuples, and the formulas that must hold.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "solver/grounding/analysis.h"
#include "solver/grounding/bounds.h"
#include "solver/grounding/problem.h"
#include "solver/grounding/shared_bounds.h"
#include "solver/options.h"

namespace aunit::solver {

/// A conjunct or disjunct that a core can omit. `true` replaces an omitted conjunct, `false` an omitted disjunct below a
/// negation. The node of the part has no other occurrence.
struct OmissiblePart {
  model::ExprId formula = model::noId;
  bool disjunct = false;
};

struct Grounding {
  /// Throws Exhausted. Throws Unsupported if a declaration is ill-formed, or if the scope contradicts itself or the model.
  /// `dispensable`: with Options::core, the parts that a core may omit. If it is empty, a core may omit only whole conjuncts.
  Grounding(const model::Model& model, Problem problem, const Options& options, const support::Budget& budget,
            std::vector<OmissiblePart> dispensable = {});
  /// The part of a problem from which its bounds follow: the structure, the declarations and the conjuncts that narrowed the
  /// bounds. This grounding has the bounds `declared`, breaks no symmetries and enumerates no instances.
  Grounding(const Grounding& narrowed, std::shared_ptr<const Bounds> declared);

  /// Prepares for `goal`, a formula that is not part of the problem. It may have been made after this object. Returns true if
  /// earlier translations cannot be used any more: `goal` mentions a string that is not an atom yet, or it looks further back in
  /// traces than earlier formulas.
  bool admit(model::ExprId goal, const support::Budget& budget);
  /// The bounds before conjuncts narrow them; products are not listed.
  std::unique_ptr<Bounds> declaredBounds(const std::set<model::StringId>& strings, support::Meter& meter) const;
  bool isSettled(std::size_t conjunct) const { return !settled.empty() && settled[conjunct]; }

  const model::Model& model;
  const Problem problem;
  const Options options;
  const std::vector<OmissiblePart> dispensable;
  Analysis analysis;
  std::vector<Conjunct> conjuncts;
  std::vector<bool> settled;      // by conjunct: whether the bounds alone ensure that it holds; empty if this is unknown
  std::vector<std::size_t> read;  // conjuncts that narrowed the bounds; with Options::core they are part of every core
  std::set<model::StringId> literals;
  int pastDepth = 0;  // the number of times that the loop of a trace has to be unrolled
  std::shared_ptr<const Bounds> bounds;

 private:
  void bound(const std::set<model::StringId>& strings, const support::Budget& budget);
  bool mayUseRecords() const;
  /// Returns Options::bounds, or null if this problem cannot share bounds.
  SharedBounds* shared(const std::set<model::StringId>& strings) const;
};

}  // namespace aunit::solver
