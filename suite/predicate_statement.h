// A predicate that may state a valuation, taken apart: equations that fix signatures and fields, names for atoms, further
// formulas (reference "tests and coverage", section 2.1).
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace aunit::suite {

/// The target of an equation: a signature, a field, or the part of a field that belongs to one atom (`N0.link`; ordering/first is
/// Ord.First).
struct Target {
  model::SigId sig = model::noId;
  model::FieldId field = model::noId;
  model::ExprId atom = model::noId;  // not noId: only atom.field
  std::uint32_t state = 0;           // of a `var` relation: the number of primes
};

struct Equation {
  Target target;
  model::ExprId value = model::noId;    // for which isTuples() is true; noId: the empty set (`no r`)
  model::ExprId formula = model::noId;  // the equation, judged when another one settles its target; noId when a formula
                                        // around it is judged anyway
};

struct PredicateStatement {
  std::vector<Equation> equations;
  /// The formulas that must hold beside the equations.
  std::vector<model::ExprId> formulas;
  /// The values of the names that `let` and calls bind.
  std::unordered_map<model::VarId, model::ExprId> meaning;
  /// The declarations of the quantifiers that name atoms, from the outside in, and their variables.
  std::vector<const model::Decl*> decls;
  std::set<model::VarId> naming;
  /// The predicates whose bodies were read for this.
  std::set<model::FuncId> lookedInto;
};

/// Reads the formula of a `run`. It is meant as a valuation when an equation fixes more than the part of a field; only
/// quantifiers, calls and `let` with such an equation are taken apart.
PredicateStatement readStatement(const model::Model& model, const model::Command& command);

/// Whether an expression can be evaluated as soon as its variables and relations are known.
bool isTuples(const model::Model& model, model::ExprId expr);

}  // namespace aunit::suite
