// If there is no instance: the valuation nearest to one, which breaks the fewest parts of the formula, then the fewest
// declarations, then the fewest facts (lexicographically, not the fewest in all).
//
// A constraint is a conjunct of the formula asked for (of the predicates that it calls and behind `some` in front, too), what a
// declaration demands (a field's bound, a signature's multiplicity, disjointness), a conjunct of a fact, or a fact behind a
// signature. The hierarchy of signatures, the scope and facts of libraries always hold. Breaking any part of the formula is worse
// than breaking all declarations, and one of those worse than all facts; among valuations that break as little the smallest is
// chosen, of traces one with the fewest states. So this is a lexicographic MaxSAT problem, solved by linear search
// (smallest/descent.h). AlloyMax (Zhang et al., ESEC/FSE 2021) has such preferences in the language.
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

/// A member or tuple of a relation in a state.
struct Intruder {
  bool isField = false;
  std::uint32_t id = 0;  // of the signature or field
  std::uint32_t state = 0;
  std::vector<model::Atom> tuple;
};

/// A constraint that does not hold.
struct BrokenConjunct : Conjunct {
  std::vector<evaluator::Binding> given = {};  // the values of its free variables
  bool evaluable = true;                       // false: some have no one value
};

struct Nearest {
  Verdict verdict = Verdict::unknown;  // unsatisfiable: even without any constraint the scope has no valuation
  std::optional<model::Instance> instance;
  std::vector<evaluator::Binding> witnesses;  // as in Result, where the formula holds
  std::vector<BrokenConjunct> broken;         // in it, as evaluation says
  /// The tuples that should not be there: for each broken constraint the tuples and members of which it holds without that one.
  std::vector<Intruder> intruders;
  bool proved = false;  // no valuation breaks less
  std::string message;  // with `unknown` and `error`: the reason
  double milliseconds = 0;
};

/// For a problem that has no instance. Traces of any length count as those of a usual command.
Nearest nearest(const model::Model& model, Problem problem, Options options, const support::Budget& budget);

}  // namespace aunit::solver
