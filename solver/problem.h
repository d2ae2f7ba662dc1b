// What is to be satisfied: the facts, what the declarations imply, a formula, a part of the valuation, within a scope.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/model.h"

namespace aunit::solver {

/// The value of one signature or field in one state, given from outside: a valuation or a part of one.
struct Pin {
  std::optional<model::SigId> sig;  // exactly one of the two
  std::optional<model::FieldId> field;
  int state = -1;                                // -1: in every state
  std::vector<std::vector<std::string>> tuples;  // of atom names; integers as numerals, strings with their quotes
  model::Span span;
};

/// A partial valuation. What no pin mentions is free within the scope.
struct Pins {
  std::vector<Pin> relations;
  std::optional<int> states;  // number of states, where said
  std::optional<int> loop;
  bool empty() const { return relations.empty() && !states; }
};

struct Problem {
  model::ExprId formula = model::noId;  // noId: facts and declarations only
  std::vector<model::ExprId> also;      // further formulas that must hold
  model::Scope scope;
  bool temporal = false;
  bool facts = true;  // the model's facts must hold
  int expect = -1;    // 1: no symmetry breaking, as in the reference
  std::string label;  // prefix of skolem names
  Pins pins;
};

/// The problem that a command states.
Problem problemOf(const model::Model& model, model::CommandId command);

/// A formula that must hold, and the place to show when it takes part in a contradiction.
struct Conjunct {
  model::ExprId formula = model::noId;
  model::Span span;
};

/// Everything that a problem asserts, conjunctions taken apart.
std::vector<Conjunct> conjunctsOf(const model::Model& model, const Problem& problem);
/// Those of some formulas.
std::vector<Conjunct> conjunctsOf(const model::Model& model, std::span<const model::ExprId> formulas);

}  // namespace aunit::solver
