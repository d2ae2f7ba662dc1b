// Formulas in which calls of predicates are replaced by their bodies, and the places of these formulas. A place is a part that a
// core can omit: a conjunct, or a disjunct below a negation.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/changes/extension.h"
#include "solver/grounding/grounding.h"

namespace aunit::solver {

/// Copies formulas of a model into an extension of the model. Each place has a node of its own.
class ExpandedFormulas {
 public:
  /// `splits`: equalities are replaced by two inclusions. Pass false if overflows are excluded and the model has integers,
  /// because an equality may then mean more than the two inclusions.
  ExpandedFormulas(model::Extension& extension, bool splits)
      : extension_(extension), model_(extension.model()), splits_(splits), firstCopy_(model_.exprCount()) {}

  /// Expands an asserted formula. Returns its conjuncts, each of which is a place.
  std::vector<model::ExprId> conjuncts(model::ExprId formula);
  /// Adds a formula to the places, without expanding it.
  void add(model::ExprId formula) { note(formula, false); }
  const std::vector<OmissiblePart>& places() const { return places_; }
  /// Returns the formula with only those of its places that are in `needed`.
  model::ExprId without(model::ExprId formula, const std::unordered_set<model::ExprId>& needed);

 private:
  model::ExprId written(model::ExprId formula, bool positive);
  model::ExprId call(model::ExprId formula, bool positive);
  model::ExprId equality(model::ExprId formula);
  /// Expands `child`, and makes it a place. It is a conjunct if `positive`, and otherwise a disjunct below a negation.
  model::ExprId place(model::ExprId child, bool positive);
  void note(model::ExprId place, bool disjunct);
  bool isCopy(model::ExprId node) const { return node >= firstCopy_; }
  model::ExprId copy(model::ExprId node, const std::vector<model::ExprId>& children);

  model::Extension& extension_;
  const model::Model& model_;
  const bool splits_;
  const model::ExprId firstCopy_;
  std::vector<OmissiblePart> places_;
  std::unordered_map<model::ExprId, bool> isDisjunct_;  // by place: whether it is a disjunct below a negation
  std::size_t calls_ = 0;
};

}  // namespace aunit::solver
