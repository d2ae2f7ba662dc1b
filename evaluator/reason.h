// Explains the truth value of a formula: the parts that decide it, down to comparisons, with values of variables.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "evaluator/evaluator.h"

namespace aunit::evaluator {

/// An operand of a formula, with its value.
struct Operand {
  model::ExprId expr = model::noId;
  Value value;
};

/// The reason why `formula` has the value `actual` in a state: its `parts` together. A part is the false conjunct, or each
/// conjunct if all are true; the true disjunct, or each one if none is true; the witness of a quantifier, or each of its values
/// if all count. A formula without parts is a reason by itself. Parts may be in other paragraphs, because bodies of called
/// predicates are entered, except those of the library.
///
/// If no choice of a disjunction or of a `some` is true, each part is an alternative: its variables have the values for which
/// most of its conjuncts hold, and its own parts are the false conjuncts.
struct Reason {
  model::ExprId formula = model::noId;
  bool actual = false;
  unsigned state = 0;
  /// The variables bound between the enclosing formula and this one, outermost first; for a reason by itself also the parameters
  /// that it mentions.
  std::vector<Binding> bindings;
  /// The values of the formula's operands (arguments of a library predicate, domains of a quantifier), unless one part decides.
  std::vector<Operand> operands;
  std::vector<Reason> parts;
  std::size_t others = 0;               // number of further values (or states) that also count, but are omitted
  std::size_t held = 0, conjuncts = 0;  // for an alternative: number of conjuncts that hold, and of all conjuncts
};

/// The reason for the value of `formula` at `state` of the instance. `given` are the values of its free variables. If several
/// values of a quantifier's variables decide, those that the instance's skolems name come first.
Reason reasonFor(const model::Model& model, const model::Instance& instance, model::ExprId formula, const Options& options = {},
                 std::span<const Binding> given = {}, unsigned state = 0);

/// The innermost reason that is not decided by a single part, with all bindings on the way to it.
Reason innermost(Reason reason);

}  // namespace aunit::evaluator
