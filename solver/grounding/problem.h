// A problem for the solver: the facts, the constraints that declarations imply, and a formula, within a scope.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/model.h"

namespace aunit::solver {

struct Problem {
  model::ExprId formula = model::noId;  // noId if only facts and declarations must hold
  model::ExprId given = model::noId;    // the valuation of the command (Command::given); atoms get the names that it uses
  std::vector<model::ExprId> also{};    // further formulas that must hold
  model::Scope scope{};
  bool temporal = false;
  bool facts = true;           // the model's facts must hold
  bool signatureFacts = true;  // facts in braces after signatures must hold; in library modules they hold in any case
  bool check = false;          // for a `check`: all steps of a growing scope are searched, not only the first (search.h)
  int expect = -1;             // the number after `expect`, or -1; if it is 1, symmetries are not broken, as in the Analyzer
  std::string label{};         // prefix of skolem names
  std::vector<model::ExprId> without{};  // conjuncts that need not hold
};

/// The problem that a command states.
Problem problemOf(const model::Model& model, model::CommandId command);

/// Whether two problems differ at most in their formulas. Returns false if formulas differ and the model has string literals,
/// because the atoms of String are the literals that formulas mention.
bool haveSameBackground(const model::Model& model, const Problem& one, const Problem& other);

/// The variables with which a valuation (Problem::given) names atoms; empty if `given` is noId.
std::vector<model::VarId> namedAtoms(const model::Model& model, model::ExprId given);

/// Whether a constraint is a fact that follows a signature's declaration in a module of the user, not in a library module.
bool isSignatureFact(const model::Model& model, const model::ImplicitConstraint& constraint);

/// A formula that must hold, and the place to show when it takes part in a contradiction.
struct Conjunct {
  enum class Origin : std::uint8_t {
    structure,    // always holds: the hierarchy of signatures, and everything in libraries
    declaration,  // the multiplicities and bounds that declarations demand
    fact,         // a conjunct of a fact, or of a block after a signature
    formula,      // a conjunct of the problem's own formulas
    witness,      // states that a variable of a leading quantifier in the problem's own formulas has a value
  };
  model::ExprId formula = model::noId;
  model::Span span;
  Origin origin = Origin::formula;
};

/// Everything that a problem asserts, with conjunctions split.
std::vector<Conjunct> conjunctsOf(const model::Model& model, const Problem& problem);
std::vector<Conjunct> conjunctsOf(const model::Model& model, std::span<const model::ExprId> formulas);

}  // namespace aunit::solver
