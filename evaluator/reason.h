// Why a formula has the truth value it has: the parts that decide it, down to comparisons, with the values of variables.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "evaluator/evaluator.h"

namespace aunit::evaluator {

/// A part of a formula and its value there.
struct Operand {
  model::ExprId expr = model::noId;
  Value value;
};

/// `formula` has the value `actual` in that state, and `parts`, together, are why: one false conjunct, each conjunct when it is
/// true, each disjunct when none is, the witness of a quantifier or, when all of its values count, each of them. Without parts it
/// is a reason by itself. Bodies of called predicates are entered, so the parts may stand in other paragraphs; predicates of the
/// library are not taken apart.
///
/// Where nothing of a choice fits (a disjunction, a `some`), each part is an alternative: its variables have the values for which
/// most of its conjuncts hold, and its own parts are those that do not.
struct Reason {
  model::ExprId formula = model::noId;
  bool actual = false;
  unsigned state = 0;
  /// Variables that are bound between the formula above and this one, outermost first; for a reason by itself also the parameters
  /// that it mentions.
  std::vector<Binding> bindings;
  /// Values of its operands (arguments of a library's predicate, domains of a quantifier) unless one part decides.
  std::vector<Operand> operands;
  std::vector<Reason> parts;
  std::size_t others = 0;               // so many further values (or states) count as well and are left out
  std::size_t held = 0, conjuncts = 0;  // of an alternative: how many of its conjuncts hold, of how many
};

/// The reason for the value of `formula` at `state` of the instance. `given` are values of variables that are free in it.
Reason reasonFor(const model::Model& model, const model::Instance& instance, model::ExprId formula, const Options& options = {},
                 std::span<const Binding> given = {}, unsigned state = 0);

/// Down to where not one part alone decides; `bindings` are all on the way.
Reason innermost(Reason reason);

}  // namespace aunit::evaluator
