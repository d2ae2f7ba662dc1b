// Explanations of the truth value of a formula: the parts that decide it, down to comparisons, with the values of variables.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "evaluator/evaluator.h"

namespace aunit::evaluator {

/// An operand of a formula, and its value there.
struct Operand {
  model::ExprId expr = model::noId;
  Value value;
};

/// The reason why `formula` has the value `actual` in a state: its `parts`, together. These are one false conjunct, or each
/// conjunct when all are true; each disjunct when none is true; the witness of a quantifier, or each of its values when all
/// count. A formula without parts is a reason by itself. Bodies of called predicates are entered, so parts may stand in other
/// paragraphs; predicates of the library are not taken apart.
///
/// When no choice of a disjunction or a `some` is true, each part is an alternative: its variables have the values for which most
/// of its conjuncts hold, and its own parts are the conjuncts that do not.
struct Reason {
  model::ExprId formula = model::noId;
  bool actual = false;
  unsigned state = 0;
  /// The variables that are bound between the formula above and this one, outermost first; for a reason by itself also the
  /// parameters that it mentions.
  std::vector<Binding> bindings;
  /// The values of the formula's operands (arguments of a library's predicate, domains of a quantifier), unless one part decides.
  std::vector<Operand> operands;
  std::vector<Reason> parts;
  std::size_t others = 0;               // the number of further values (or states) that also count but are left out
  std::size_t held = 0, conjuncts = 0;  // for an alternative: how many of its conjuncts hold, and how many there are
};

/// The reason for the value of `formula` at `state` of the instance. `given` are the values of its free variables. If several
/// values of a quantifier's variables would do, those come first that the instance's skolems name.
Reason reasonFor(const model::Model& model, const model::Instance& instance, model::ExprId formula, const Options& options = {},
                 std::span<const Binding> given = {}, unsigned state = 0);

/// The innermost reason that is not decided by one part alone, with all bindings on the way.
Reason innermost(Reason reason);

}  // namespace aunit::evaluator
