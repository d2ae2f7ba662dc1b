// What a predicate that may pin a valuation says: equations that fix signatures and fields, names for atoms, further formulas
// (reference "tests and coverage", section 2.1).
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

#include "model/model.h"

namespace aunit::suite {

/// What an equation can fix: a signature, a field, or the part of a field that belongs to one atom (`N0.link`; ordering/first is
/// Ord.First).
struct Target {
  model::SigId sig = model::noId;
  model::FieldId field = model::noId;
  model::ExprId atom = model::noId;  // not noId: only atom.field
  std::uint32_t state = 0;           // of what is `var`: how many primes
};

struct Equation {
  Target target;
  model::ExprId value = model::noId;    // of tuples, see isTuples; noId: nothing (`no r`)
  model::ExprId formula = model::noId;  // itself, to be judged when another equation settles its target; noId when a formula
                                        // around it is judged anyway
};

struct PredicateStatement {
  std::vector<Equation> equations;
  /// What has to be judged beside the equations.
  std::vector<model::ExprId> formulas;
  /// Of the names that `let` and calls bind.
  std::unordered_map<model::VarId, model::ExprId> meaning;
  /// Of the quantifiers that name atoms, outside in; and their variables.
  std::vector<const model::Decl*> decls;
  std::set<model::VarId> naming;
  /// Predicates whose bodies hold some of it.
  std::set<model::FuncId> lookedInto;
};

/// Reads what a `run` asks for. It is meant as a valuation when an equation fixes more than the part of a field; quantifiers,
/// calls and `let` are looked into only where they hold such an equation.
PredicateStatement readStatement(const model::Model& model, const model::Command& command);

/// What can be evaluated when the variables and the relations in it are known.
bool isTuples(const model::Model& model, model::ExprId expr);

}  // namespace aunit::suite
