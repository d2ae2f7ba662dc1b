// Formulas about formulas: A does not hold, A implies B, A and B are equivalent.
//
// If integer overflows are excluded, `not B` is not the complement of B: a comparison with an overflowing operand is false in
// both. So if `not B` has no instance, that proves nothing about B. These formulas deny B instead (Nodes::denial): they hold when
// evaluation says that B, on its own, does not hold. Each proof that would ask for an instance of "not B" asks for the denial.
#pragma once

#include <initializer_list>
#include <span>

#include "model/changes/nodes.h"
#include "model/model.h"
#include "model/semantics.h"

namespace aunit::solver {

/// Makes formulas about formulas. Use them alone, or within conjunctions and existential quantifiers only. Their free variables
/// stand for values.
class Logic {
 public:
  /// The arguments must outlive this object.
  Logic(const model::Model& model, model::Nodes& make, model::Semantics semantics)
      : model_(model), make_(make), semantics_(semantics) {}

  /// The formula that `formula` does not hold.
  model::ExprId no(model::ExprId formula) const;
  /// The formula that both hold.
  model::ExprId both(model::ExprId first, model::ExprId second) const { return make_.binary(model::Op::and_, first, second); }
  /// The formula that at least one holds.
  model::ExprId any(std::span<const model::ExprId> formulas) const;
  model::ExprId any(std::initializer_list<model::ExprId> formulas) const { return any(std::span(formulas)); }
  /// The formula that `second` holds if `first` does.
  model::ExprId implies(model::ExprId first, model::ExprId second) const;
  /// The formula that both hold, or neither.
  model::ExprId equivalent(model::ExprId first, model::ExprId second) const;
  /// The formula that one holds and the other does not. For expressions that are no formulas: that their values differ, or that
  /// only one of them overflows.
  model::ExprId differ(model::ExprId first, model::ExprId second) const { return differ(first, second, Sign::plain); }
  /// Like differ(), for two expressions that are evaluated below a negation, e.g. as bodies of functions that are called there.
  /// Returns noId if differ() is right there, too, because nothing can overflow.
  model::ExprId differBelowNegation(model::ExprId first, model::ExprId second) const;

  /// Whether an integer in the formula may overflow; always false if overflows are not excluded.
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
