#include "solver/entailment/logic.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace aunit::solver {

using namespace model;

namespace {

bool hasIntegers(const Model& model, ExprId id, std::vector<char>& seen) {
  if (id == noId || std::exchange(seen[id], char{1}) != 0) return false;
  const Expr& e = model.expr(id);
  if (e.sort == Sort::integer && e.op != Op::minInt && e.op != Op::maxInt) return true;
  const auto below = [&](ExprId part) { return hasIntegers(model, part, seen); };
  return std::ranges::any_of(model.children(id), below) ||
         std::ranges::any_of(model.decls(id), [&](const Decl& decl) { return below(decl.bound); }) ||
         (e.op == Op::call && below(model.func(e.payload).body));
}

}  // namespace

bool Logic::mayOverflow(ExprId formula) const {
  if (!semantics_.noOverflow) return false;
  std::vector<char> seen(model_.exprCount());
  return hasIntegers(model_, formula, seen);
}

ExprId Logic::no(ExprId formula) const {
  return mayOverflow(formula) ? make_.denial(formula) : make_.unary(Op::not_, formula);
}

ExprId Logic::any(std::span<const ExprId> formulas) const {
  if (std::ranges::none_of(formulas, [&](ExprId formula) { return mayOverflow(formula); })) return make_.list(Op::or_, formulas);
  std::vector<ExprId> none;
  for (const ExprId formula : formulas) none.push_back(no(formula));
  return no(make_.list(Op::and_, none));
}

ExprId Logic::implies(ExprId first, ExprId second) const {
  if (!mayOverflow(first) && !mayOverflow(second)) return make_.binary(Op::implies, first, second);
  return no(both(first, no(second)));
}

ExprId Logic::equivalent(ExprId first, ExprId second) const {
  if (!mayOverflow(first) && !mayOverflow(second)) return make_.binary(Op::iff, first, second);
  return both(implies(first, second), implies(second, first));
}

ExprId Logic::differ(ExprId first, ExprId second, Sign sign) const {
  if (model_.expr(first).sort == Sort::formula) {
    if (sign == Sign::plain) return no(equivalent(first, second));
    return no(equivalent(make_.unary(Op::not_, first), make_.unary(Op::not_, second)));
  }
  if (!mayOverflow(first) && !mayOverflow(second)) return make_.binary(Op::equal, first, second, true);
  return no(sameValue(first, second, sign));
}

ExprId Logic::differBelowNegation(ExprId first, ExprId second) const {
  return mayOverflow(first) || mayOverflow(second) ? differ(first, second, Sign::negated) : noId;
}

/// A formula that is true if neither value overflows and the values are equal, or if both overflow.
ExprId Logic::sameValue(ExprId first, ExprId second, Sign sign) const {
  const ExprId unequal = sign == Sign::negated ? make_.unary(Op::not_, make_.binary(Op::equal, first, second))
                                               : make_.binary(Op::equal, first, second, true);
  return both(no(unequal), equivalent(fits(first, sign), fits(second, sign)));
}

/// A formula that is true if the value does not overflow. It consists of comparisons, at least one of which is true for every
/// value. So only an overflow can make the formula false.
ExprId Logic::fits(ExprId value, Sign sign) const {
  if (sign == Sign::plain) return make_.binary(Op::equal, value, value);
  const auto negated = [&](ExprId formula) { return make_.unary(Op::not_, formula); };
  if (model_.expr(value).sort == Sort::integer) return negated(make_.binary(Op::less, value, value));
  return any({negated(make_.unary(Op::some, value)), negated(make_.unary(Op::no, value))});
}

}  // namespace aunit::solver
