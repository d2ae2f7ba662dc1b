// The actions of a model: the predicates among which its step formula chooses, what guards them, and how they branch.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/changes/extension.h"
#include "model/model.h"
#include "model/source.h"
#include "parser/front_end.h"
#include "strength/scripts/memory.h"
#include "suite/steps/looks.h"

namespace aunit::strength::scripts {

/// A call of an action's predicate in the step formula.
struct Occurrence {
  std::vector<model::Decl> decls;        // of the quantifiers around it, the outermost first
  std::vector<model::ExprId> arguments;  // over their variables; empty: the predicate's own parameters, whatever they are
};

/// A part of an action's body, over the variables of its predicate.
struct Part {
  model::ExprId formula = model::noId;
  model::ExprId remembering = model::noId;  // the formula, with variables for its subformulas about the past
  std::string text;
  model::Span span;
};

struct Action {
  model::FuncId function = model::noId;
  std::string name;
  std::vector<model::VarId> variables;  // of the predicate
  model::ExprId body = model::noId;     // of the predicate, with variables for its formulas about the past
  std::vector<Occurrence> occurrences;
  std::vector<Part> guards;    // conjuncts that look at the state before the step alone
  std::vector<Part> branches;  // disjuncts, and conditions that hold or do not: each is one way in which the action happens
  bool stutters = false;       // it says that nothing changes
};

struct Actions {
  std::vector<Action> actions;          // in the order of the step formula; those that stutter are not among them
  std::vector<std::string> stuttering;  // their names
  std::vector<model::Span> unnamed;     // steps that no predicate names
  bool beyond = false;                  // some action looks further than a step, in a way that a state cannot remember
  std::string error;                    // not empty: why there are none
};

/// Finds the actions in the facts of the form `always (some x: X | a[x] or b or ...)`, or takes the predicates of these names.
/// Formulas that are not written there are added to the extension.
Actions actionsOf(model::Extension& extension, const model::SourceMap& sources, suite::LooksOf& looks, Memory& memory,
                  const std::vector<std::string>& names);

/// If no fact says what the steps are, but the formula of a `run` does: makes this formula a fact of the model, and returns the
/// command. `label`: the one to look at; empty: the first that does.
std::optional<model::CommandId> takeSteps(parser::Loaded& loaded, const std::string& label);

}  // namespace aunit::strength::scripts
