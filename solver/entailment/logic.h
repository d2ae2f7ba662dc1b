// Formulas about formulas: A does not hold, A implies B, A and B are equivalent.
//
// If integer overflows are excluded, `not B` is not the complement of B: if an operand of a comparison overflows, B and `not B`
// may both be false. So if `not B` has no instance, that proves nothing about B. The formulas made here contain a denial of B
// instead of `not B` (Nodes::denial). The denial is true if evaluation says that B, on its own, does not hold. A proof about B
// asks for an instance of the denial, and not for one of `not B`.
#pragma once

#include <initializer_list>
#include <span>

#include "model/changes/nodes.h"
#include "model/model.h"
#include "model/semantics.h"

namespace aunit::solver {

/// Makes formulas about formulas. A made formula may be used alone or as a part of conjunctions and existential quantifiers,
/// but not below other operators. Its free variables stand for values.
class Logic {
 public:
  /// The arguments must outlive this object.
  Logic(const model::Model& model, model::Nodes& make, model::Semantics semantics)
      : model_(model), make_(make), semantics_(semantics) {}

  /// A formula that is true if `formula` is not true.
  model::ExprId no(model::ExprId formula) const;
  /// A formula that is true if `first` and `second` are true.
  model::ExprId both(model::ExprId first, model::ExprId second) const { return make_.binary(model::Op::and_, first, second); }
  /// A formula that is true if at least one of `formulas` is true.
  model::ExprId any(std::span<const model::ExprId> formulas) const;
  model::ExprId any(std::initializer_list<model::ExprId> formulas) const { return any(std::span(formulas)); }
  /// A formula that is true if `second` is true or `first` is not true.
  model::ExprId implies(model::ExprId first, model::ExprId second) const;
  /// A formula that is true if `first` and `second` are both true, or neither of them is.
  model::ExprId equivalent(model::ExprId first, model::ExprId second) const;
  /// A formula that is true if exactly one of the two is true. If the arguments are not formulas, it is true if their values
  /// differ or only one of them overflows.
  model::ExprId differ(model::ExprId first, model::ExprId second) const { return differ(first, second, Sign::plain); }
  /// Like differ(), for two expressions that are evaluated below a negation, e.g. as bodies of functions that a negated formula
  /// calls. Returns noId if nothing can overflow, because differ() is then correct for such expressions, too.
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
