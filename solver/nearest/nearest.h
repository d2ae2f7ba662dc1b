// For a problem without an instance, finds the valuation nearest to an instance. It breaks the fewest parts of the formula, then
// the fewest declarations, then the fewest facts (lexicographically, not the fewest in all).
//
// A constraint is a conjunct of the problem's formula, a constraint of a declaration (a field's bound, a signature's
// multiplicity, disjointness), a conjunct of a fact, or a fact after a signature. The conjuncts of a formula include those of the
// predicates that it calls, and those inside its leading `some` quantifiers. The hierarchy of signatures, the scope and facts of
// libraries always hold. One broken part of the formula is worse than all declarations broken, and one broken declaration is
// worse than all facts broken. Among equally good valuations, one with the fewest states is chosen, then the smallest. This is a
// lexicographic MaxSAT problem, solved by linear search (smallest/descent.h). AlloyMax (Zhang et al., ESEC/FSE 2021) has such
// preferences in the language.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/value.h"
#include "model/model.h"
#include "solver/grounding/problem.h"
#include "solver/options.h"
#include "support/budget.h"

namespace aunit::solver {

/// A member of a signature or a tuple of a field, in one state.
struct StateTuple {
  bool isField = false;
  std::uint32_t id = 0;  // of the signature or field
  std::uint32_t state = 0;
  std::vector<model::Atom> tuple;
};

/// A constraint that does not hold.
struct BrokenConjunct : Conjunct {
  std::vector<evaluator::Binding> given = {};  // the values of the constraint's free variables
  bool evaluable = true;                       // false if one of these variables has no single value
};

struct Nearest {
  Verdict verdict = Verdict::unknown;  // unsatisfiable if the scope allows no valuation at all
  std::optional<model::Instance> instance;
  std::vector<evaluator::Binding> witnesses;  // as Result::witnesses, if the formula holds
  std::vector<BrokenConjunct> broken;         // the constraints that evaluation finds broken
  /// The tuples and members whose removal repairs something: if only one of them is removed, a constraint of `broken` holds.
  std::vector<StateTuple> intruders;
  bool proved = false;  // whether it is proved that no valuation is nearer
  std::string message;  // with `unknown` and `error`: the reason
  double milliseconds = 0;
};

/// Finds the nearest valuation of a problem without an instance. If the scope does not limit the number of states of a trace,
/// uses the default limit.
Nearest nearest(const model::Model& model, Problem problem, Options options, const support::Budget& budget);

}  // namespace aunit::solver
