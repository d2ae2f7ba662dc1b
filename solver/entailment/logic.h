// Formulas about formulas: that one does not hold, follows from another, is the same as another.
//
// Where integer overflows are excluded `not B` is not the complement of B: a comparison with an overflowing operand is false in
// both. That `not B` has no instance therefore proves nothing of B. These formulas deny B instead (Nodes::denial): they hold
// where evaluation says that B, as it stands alone, does not. Whatever is proved by asking for an instance of "not B" asks for
// these.
#pragma once

#include <initializer_list>
#include <span>

#include "model/changes/nodes.h"
#include "model/model.h"
#include "model/semantics.h"

namespace aunit::solver {

/// Makes the formulas. They stand alone, or behind conjunctions and existential quantifiers. Variables that are free in them
/// stand for values.
class Logic {
 public:
  /// All must outlive this.
  Logic(const model::Model& model, model::Nodes& make, model::Semantics semantics)
      : model_(model), make_(make), semantics_(semantics) {}

  /// The formula does not hold.
  model::ExprId no(model::ExprId formula) const;
  /// Both hold.
  model::ExprId both(model::ExprId first, model::ExprId second) const { return make_.binary(model::Op::and_, first, second); }
  /// At least one holds.
  model::ExprId any(std::span<const model::ExprId> formulas) const;
  model::ExprId any(std::initializer_list<model::ExprId> formulas) const { return any(std::span(formulas)); }
  /// The second holds if the first does.
  model::ExprId implies(model::ExprId first, model::ExprId second) const;
  /// Both hold, or neither.
  model::ExprId equivalent(model::ExprId first, model::ExprId second) const;
  /// One holds, the other does not. For expressions that are no formulas: their values differ, or one alone overflows.
  model::ExprId differ(model::ExprId first, model::ExprId second) const { return differ(first, second, Sign::plain); }
  /// Likewise if both are read below a negation, as the bodies of predicates and functions are that are called there; noId if
  /// no overflow can make that another question.
  model::ExprId differBelowNegation(model::ExprId first, model::ExprId second) const;

  /// Whether an integer in it may overflow where that counts: only if overflows are excluded.
  bool mayOverflow(model::ExprId formula) const;

 private:
  enum class Sign : bool { plain, negated };
  model::ExprId differ(model::ExprId first, model::ExprId second, Sign sign) const;
  model::ExprId sameValue(model::ExprId first, model::ExprId second, Sign sign) const;
  model::ExprId fits(model::ExprId value, Sign sign) const;

  const model::Model& model_;
  model::Nodes& make_;
  const model::Semantics semantics_;
};

}  // namespace aunit::solver
