#include "suite/steps/step_names.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "evaluator/evaluator.h"
#include "model/diagnostic.h"
#include "model/formulas/conjuncts.h"
#include "solver/unsupported.h"
#include "suite/steps/actions.h"
#include "suite/steps/state_reads.h"
#include "suite/text/value_text.h"
#include "support/budget.h"
#include "support/visible.h"

namespace aunit::suite {

using model::ExprId;
using model::Op;

namespace {

constexpr std::size_t mostTriedOfCall = 10'000;  // limit for the formulas that are evaluated for one call in one state
constexpr std::size_t mostTriedOfTrace = 200'000;
constexpr double longestNaming = 5;  // seconds; needed because single formulas may be slow
constexpr std::size_t mostNamesInText = 4;

/// Finds values for the variables that are bound around a call, so that the call is true. A part of the action is evaluated as
/// soon as all variables in it have values, to prune the search.
class CallBindings {
 public:
  CallBindings(const model::Model& model, StateReadsOf& looks, const ActionCall& call) : model_(model), call_(call) {
    for (const model::Decl& decl : call.decls)
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) variables_.push_back({decl.firstVariable + i, &decl});
    const model::Func& function = model.func(model.expr(call.call).payload);
    checks_.resize(variables_.size() + 1);
    for (const auto& [formula, value] : call.conditions)
      if (const auto when = decidedBy(looks(formula).free)) checks_[*when].push_back({formula, value, false});
    // A conjunct is checked early only if it reads arguments that are variables. Other arguments may have another value in each
    // state in which the body reads them.
    std::vector<model::VarId> free;
    for (const ExprId conjunct : model::conjunctsOf(model, function.body)) {
      free.clear();
      bool isPlain = true;
      for (const model::VarId variable : looks(conjunct).free) {
        const auto found = std::ranges::find(function.variables, variable);
        if (found == function.variables.end()) continue;
        const ExprId argument = model.child(call.call, static_cast<std::uint32_t>(found - function.variables.begin()));
        isPlain = isPlain && model.expr(argument).op == Op::variable;
        if (isPlain) free.push_back(model.expr(argument).payload);
      }
      const auto when = isPlain ? decidedBy(free) : std::nullopt;
      if (when && *when < variables_.size()) checks_[*when].push_back({conjunct, true, true});
    }
    checks_.back().push_back({call.call, true, false});
  }

  bool isOfAtoms() const {
    return std::ranges::all_of(call_.decls,
                               [](const model::Decl& decl) { return decl.multiplicity == model::Multiplicity::one; });
  }

  /// Calls found() for each binding for which the call is true in `state`. Evaluates at most `most` formulas, and subtracts their
  /// number from `most`. Returns false if more formulas would be needed to try all bindings.
  template <class Callback>
  bool forEach(evaluator::Evaluator& evaluator, unsigned state, std::size_t& most, const Callback& found) const {
    return bind(0, evaluator, state, most, found);
  }

 private:
  struct Variable {
    model::VarId id;
    const model::Decl* decl;
  };
  struct Check {
    ExprId formula;
    bool value;
    bool isOfBody;
  };

  /// The number of variables (in the order of `variables_`) that must be bound before all variables in `free` have values.
  /// Returns nothing if `variables_` lacks a variable in `free`.
  std::optional<std::size_t> decidedBy(const std::vector<model::VarId>& free) const {
    std::size_t count = 0;
    for (const model::VarId variable : free) {
      const auto at = std::ranges::find(variables_, variable, &Variable::id);
      if (at == variables_.end()) return std::nullopt;
      count = std::max(count, static_cast<std::size_t>(at - variables_.begin()) + 1);
    }
    return count;
  }

  bool passes(std::size_t bound, evaluator::Evaluator& evaluator, unsigned state, std::size_t& most) const {
    for (const Check& check : checks_[bound]) {
      if (most == 0) return false;
      --most;
      if (check.isOfBody) assignParameters(bound, evaluator);
      if (evaluator.holds(check.formula, state) != check.value) return false;
    }
    return true;
  }
  void assignParameters(std::size_t bound, evaluator::Evaluator& evaluator) const {
    const model::Func& function = model_.func(model_.expr(call_.call).payload);
    for (std::uint32_t i = 0; i < function.variables.size(); ++i) {
      const model::Expr& argument = model_.expr(model_.child(call_.call, i));
      if (argument.op != Op::variable) continue;
      const auto at = std::ranges::find(variables_, argument.payload, &Variable::id);
      if (static_cast<std::size_t>(at - variables_.begin()) < bound)
        evaluator.assign(function.variables[i], values_[static_cast<std::size_t>(at - variables_.begin())]);
    }
  }

  template <class Callback>
  bool bind(std::size_t bound, evaluator::Evaluator& evaluator, unsigned state, std::size_t& most, const Callback& found) const {
    if (bound == 0) values_.assign(variables_.size(), model::TupleSet());
    if (!passes(bound, evaluator, state, most)) return most != 0;
    if (bound == variables_.size()) {
      found();
      return true;
    }
    const Variable& variable = variables_[bound];
    const model::TupleSet range = evaluator.relation(variable.decl->bound, state);
    std::vector<model::TupleSet> each;
    range.forEach([&](std::span<const model::Atom> tuple) {
      each.push_back(model::TupleSet::singleton(evaluator.instance().universe->size(), tuple));
    });
    for (model::TupleSet& value : each) {
      if (variable.decl->disjoint && isTaken(bound, value)) continue;
      values_[bound] = std::move(value);
      evaluator.assign(variable.id, values_[bound]);
      if (!bind(bound + 1, evaluator, state, most, found)) return false;
    }
    return true;
  }
  bool isTaken(std::size_t bound, const model::TupleSet& value) const {
    for (std::size_t i = 0; i < bound; ++i)
      if (variables_[i].decl == variables_[bound].decl && values_[i] == value) return true;
    return false;
  }

  const model::Model& model_;
  const ActionCall& call_;
  std::vector<Variable> variables_;
  std::vector<std::vector<Check>> checks_;  // by number of bound variables: the checks that become possible
  mutable std::vector<model::TupleSet> values_;
};

std::string nameOfCall(evaluator::Evaluator& evaluator, ExprId call, unsigned state) {
  const model::Model& model = evaluator.model();
  std::vector<std::string> arguments;
  for (const ExprId argument : model.children(call)) {
    const evaluator::Value value = evaluator.value(argument, state);
    const auto* const set = std::get_if<model::TupleSet>(&value);
    std::string shown = text(value, *evaluator.instance().universe);
    if (set && set->sizeUpToTwo() == 1) shown = shown.substr(1, shown.size() - 2);
    arguments.push_back(std::move(shown));
  }
  const std::string& name = model.func(model.expr(call).payload).name;
  return arguments.empty() ? name : fmt::format("{}[{}]", name, fmt::join(arguments, ", "));
}

}  // namespace

std::vector<StepName> stepNames(const model::Model& model, const model::Instance& instance) {
  if (!model.hasMutable() || instance.states.empty()) return {};
  std::vector<StepName> steps(instance.states.size());
  try {
    const RelationNumbers numbers(model);
    StateReadsOf looks(model, numbers);
    const Choices choices = choicesOf(model, looks);
    if (choices.calls.empty()) return {};
    std::vector<CallBindings> calls;
    for (const ActionCall& call : choices.calls) calls.emplace_back(model, looks, call);
    const support::Budget budget({.seconds = longestNaming});
    evaluator::Evaluator evaluator(model, {.semantics = instance.semantics, .budget = &budget});
    evaluator.bind(instance);
    std::size_t left = mostTriedOfTrace;
    bool isOutOfTime = false;
    for (std::size_t s = 0; s < steps.size(); ++s) {
      StepName& step = steps[s];
      step.changes = !(instance.states[s].sigs == instance.states[s + 1 < steps.size() ? s + 1 : instance.loop].sigs &&
                       instance.states[s].fields == instance.states[s + 1 < steps.size() ? s + 1 : instance.loop].fields);
      for (std::size_t i = 0; i < calls.size(); ++i) {
        const std::size_t most = std::min(mostTriedOfCall, left);
        std::size_t rest = most;
        if (isOutOfTime || most == 0 || !calls[i].isOfAtoms()) {
          step.isComplete = false;
          continue;
        }
        try {
          const auto state = static_cast<unsigned>(s);
          step.isComplete &= calls[i].forEach(evaluator, state, rest, [&] {
            std::string name = nameOfCall(evaluator, choices.calls[i].call, state);
            if (std::ranges::find(step.actions, name) == step.actions.end()) step.actions.push_back(std::move(name));
          });
        } catch (const evaluator::EvaluationError&) {
          step.isComplete = false;
        } catch (const support::Exhausted&) {
          step.isComplete = false;
          isOutOfTime = true;
        }
        left -= most - rest;
      }
    }
  } catch (const solver::Unsupported&) {
    return {};
  }
  return steps;
}

std::string stepText(const StepName& step) {
  std::vector<std::string> names;
  for (const std::string& action : step.actions) names.push_back(support::oneLine(action));
  if (!names.empty()) return "by " + model::inWords(names, mostNamesInText);
  if (!step.isComplete) return "by an action with too many arguments to examine";
  return step.changes ? "by an unnamed step" : "nothing changes";
}

std::string stateTitle(std::size_t state, std::size_t states, std::size_t loop, std::span<const StepName> steps) {
  std::string title = fmt::format("state {}", state);
  if (state > 0 && state <= steps.size()) title += ", " + stepText(steps[state - 1]);
  if (state + 1 != states || (states == 1 && steps.empty())) return title;
  const std::string next = loop == state ? "for ever" : fmt::format("then state {} again", loop);
  if (state >= steps.size()) return title + ", " + next;
  const std::string by = stepText(steps[state]);
  return fmt::format("{}; {}{} {}", title, loop == state ? "this state repeats for ever," : next,
                     loop == state || by.starts_with("by") ? "" : ",", by);
}

}  // namespace aunit::suite
