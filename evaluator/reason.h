// Explains the truth value of a formula by the values of variables and by the parts that decide it, down to comparisons.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "evaluator/evaluator.h"

namespace aunit::evaluator {

struct Operand {
  model::ExprId expr = model::noId;
  Value value;
};

/// Why `formula` has the value `actual` in a state: because of all `parts` together. The part of a false conjunction is its
/// first false conjunct; the parts of a true one are all its conjuncts. The part of a true disjunction is its first true
/// disjunct; the parts of a false one are all its disjuncts. The part of a quantifier is the binding that decides; if all
/// bindings together decide, they are the parts (see `others`). The value of a formula without parts needs no explanation. Parts
/// may be in the body of a called predicate, unless the predicate is in the library.
///
/// If a disjunction or a `some` is false, each part is an alternative: it says how close a disjunct or binding is to being true.
/// The variables of an alternative have values for which as few of its conjuncts as possible are false. These conjuncts are its
/// parts.
struct Reason {
  model::ExprId formula = model::noId;
  bool actual = false;
  unsigned state = 0;
  /// The variables bound between the enclosing formula and this one, outermost first. If there are no parts, also the parameters
  /// that the formula mentions.
  std::vector<Binding> bindings;
  /// The formula's operands with their values. The operands of a library predicate are its arguments, those of a quantifier are
  /// its domains. Empty if one part decides.
  std::vector<Operand> operands;
  std::vector<Reason> parts;
  std::size_t others = 0;  // number of further bindings or states that decide together with `parts`, but are not shown
  std::size_t held = 0, conjuncts = 0;  // for an alternative: how many of its conjuncts hold, and how many it has
};

/// Why `formula` has its value in state `state` of the instance. `given` are the values of its free variables. If several
/// bindings of a quantifier decide, bindings to the values of the instance's skolems come first.
Reason reasonFor(const model::Model& model, const model::Instance& instance, model::ExprId formula, const Options& options = {},
                 std::span<const Binding> given = {}, unsigned state = 0);

/// Replaces a reason by its part as long as a single part decides. The result has the bindings of all reasons on the way.
Reason innermost(Reason reason);

}  // namespace aunit::evaluator
