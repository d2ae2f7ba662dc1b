// The actions of a model: the predicates that its facts allow as steps, with their guards and branches.
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
#include "suite/steps/state_reads.h"

namespace aunit::strength::scripts {

/// A call of an action's predicate in the step formula.
struct Occurrence {
  std::vector<model::Decl> decls;        // declarations of the enclosing quantifiers, the outermost first
  std::vector<model::ExprId> arguments;  // over the variables of `decls`; empty: any values of the predicate's parameters
};

/// A part of an action's body, over the variables of the predicate.
struct Part {
  model::ExprId formula = model::noId;
  model::ExprId remembering = model::noId;  // the formula, with variables in place of its subformulas about the past (memory.h)
  std::string text;
  model::Span span;
};

struct Action {
  model::FuncId function = model::noId;
  std::string name;
  std::vector<model::VarId> variables;  // parameters of the predicate
  model::ExprId body = model::noId;     // body of the predicate, with variables in place of its subformulas about the past
  std::vector<Occurrence> occurrences;
  std::vector<Part> guards;    // conjuncts about the state before the step only
  std::vector<Part> branches;  // the ways in which the action can happen: disjuncts, and conditions with their negations
  bool stutters = false;       // the action states that nothing changes
};

struct Actions {
  std::vector<Action> actions;          // in the order of the step formula, without those that stutter
  std::vector<std::string> stuttering;  // names of the actions that stutter
  std::vector<model::Span> unnamed;     // steps that are not calls of a predicate
  bool beyond = false;  // some action depends on more than two states, even if each state stores the values of formulas about the
                        // past
  std::string error;    // the reason if there are no actions; else empty
};

/// Finds the actions in facts of the form `always (some x: X | a[x] or b or ...)`; if `names` is not empty, the actions are the
/// predicates with these names. Adds formulas to the extension.
Actions actionsOf(model::Extension& extension, const model::SourceMap& sources, suite::StateReadsOf& looks, Memory& memory,
                  const std::vector<std::string>& names);

/// If no fact states the steps, but the formula of a `run` does: makes this formula a fact of the model, and returns the command.
/// `label`: the command that states the steps; empty: the first command that states the steps.
std::optional<model::CommandId> takeSteps(parser::Loaded& loaded, const std::string& label);

}  // namespace aunit::strength::scripts
