// The actions of a model: the predicates that its facts allow as steps. Each action has guards and branches.
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

/// A call of an action's predicate in the step formula (`always (some x: X | a[x] or b or ...)`).
struct Occurrence {
  std::vector<model::Decl> decls;        // declarations of the enclosing quantifiers, the outermost first
  std::vector<model::ExprId> arguments;  // expressions over the variables of `decls`; empty if the parameters may have any values
};

/// A conjunct or disjunct of an action's body. Its free variables are parameters of the predicate.
struct Part {
  model::ExprId formula = model::noId;
  /// The formula, with variables in place of its subformulas about the past (see memory.h).
  model::ExprId remembering = model::noId;
  std::string text;
  model::Span span;
};

struct Action {
  model::FuncId function = model::noId;
  std::string name;
  std::vector<model::VarId> variables;  // parameters of the predicate
  model::ExprId body = model::noId;     // body of the predicate, with variables in place of its subformulas about the past
  std::vector<Occurrence> occurrences;
  std::vector<Part> guards;  // conjuncts that are only about the state before the step
  /// The ways in which the action can happen: the disjuncts and the conditions in the body, and the
  /// negations of these conditions.
  std::vector<Part> branches;
  bool stutters = false;  // whether the action only says that nothing changes
};

struct Actions {
  std::vector<Action> actions;          // in the order of the step formula; without actions that stutter
  std::vector<std::string> stuttering;  // names of the actions that stutter
  std::vector<model::Span> unnamed;     // places of steps that are not calls of a predicate
  /// Whether an action depends on further states. The state before its step, the state after it, and the stored values of
  /// formulas about the past do not count.
  bool beyond = false;
  std::string error;  // why no actions were found; otherwise empty
};

/// Finds the actions of a model. If `names` is empty, looks for facts of the form `always (some x: X | a[x] or b or ...)`; the
/// actions are the predicates that these facts call. Otherwise the actions are the predicates with these names. Adds formulas to
/// the extension.
Actions actionsOf(model::Extension& extension, const model::SourceMap& sources, suite::StateReadsOf& looks, Memory& memory,
                  const std::vector<std::string>& names);

/// Searches for a `run` whose formula states the steps. Makes the formula a fact of the model, and returns the command. Does
/// nothing if a fact states the steps already. `label` is the label of the command to use; if it is empty, the first suitable
/// command is used.
std::optional<model::CommandId> takeSteps(parser::Loaded& loaded, const std::string& label);

}  // namespace aunit::strength::scripts
