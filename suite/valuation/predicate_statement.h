// Splits a predicate that may state a valuation into equations that fix signatures and fields, quantifiers that name atoms, and
// other formulas (reference "tests and coverage", section 2.1).
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace aunit::suite {

/// The left side of an equation: a signature, a field, or the part of a field that belongs to one atom, such as `N0.link`. The
/// function `ordering/first` counts as `Ord.First`.
struct Target {
  model::SigId sig = model::noId;
  model::FieldId field = model::noId;
  model::ExprId atom = model::noId;  // if not noId: the target is only `atom.field`
  std::uint32_t state = 0;           // for a `var` relation: the number of primes
};

struct Equation {
  Target target;
  model::ExprId value = model::noId;  // satisfies isTuples(); noId: the empty set (`no r`)
  /// The equation as a formula, which is evaluated if another equation gives the target its value. noId if a larger formula that
  /// contains the equation is evaluated anyway.
  model::ExprId formula = model::noId;
};

struct PredicateStatement {
  std::vector<Equation> equations;
  /// The formulas that must hold in addition to the equations.
  std::vector<model::ExprId> formulas;
  /// The values of variables that `let` and calls bind.
  std::unordered_map<model::VarId, model::ExprId> meaning;
  /// `decls`: the declarations of the quantifiers that name atoms, outermost first. `naming`: the variables of these
  /// declarations.
  std::vector<const model::Decl*> decls;
  std::set<model::VarId> naming;
  /// The predicates whose bodies were read.
  std::set<model::FuncId> lookedInto;
};

/// Reads the formula of a `run`. The formula states a valuation if an equation gives the value of a signature or of a whole
/// field. Quantifiers, calls and `let` are entered only if they contain such an equation.
PredicateStatement readStatement(const model::Model& model, const model::Command& command);

/// Whether an expression can be evaluated as soon as the values of its variables and relations are known.
bool isTuples(const model::Model& model, model::ExprId expr);

}  // namespace aunit::suite
