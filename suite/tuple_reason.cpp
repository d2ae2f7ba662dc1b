#include "suite/tuple_reason.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "evaluator/reason.h"
#include "solver/grounding/problem.h"
#include "solver/grounding/scope.h"
#include "suite/text/place.h"
#include "suite/text/reason_text.h"
#include "suite/text/value_text.h"

namespace aunit::suite {

using evaluator::Constraint;
using evaluator::Part;
using model::Atom;
using model::Instance;
using model::Model;
using model::SigId;
using model::State;
using model::TupleSet;

namespace {

const TupleSet& valueOf(const State& state, const TupleOf& of) {
  return of.field != model::noId ? state.fields[of.field] : state.sigs[of.sig];
}

bool changesOverTime(const Model& model, const TupleOf& of) {
  return of.field != model::noId ? model.field(of.field).isVar : model.sig(of.sig).isVar;
}

/// Takes the atom out of a signature, of those that are part of it, and, where it is a top-level one, of everything.
void takeOut(const Model& model, State& state, SigId sig, Atom atom) {
  state.sigs[sig].erase({&atom, 1});
  for (const SigId child : model.sig(sig).children) takeOut(model, state, child, atom);
  if (!model.isTopLevel(sig)) return;
  for (TupleSet& value : state.sigs)
    if (!value.empty()) value.erase({&atom, 1});
  for (TupleSet& field : state.fields) {
    std::vector<std::vector<Atom>> with;
    field.forEach([&](std::span<const Atom> tuple) {
      if (std::ranges::find(tuple, atom) != tuple.end()) with.emplace_back(tuple.begin(), tuple.end());
    });
    for (const std::vector<Atom>& tuple : with) field.erase(tuple);
  }
}

void change(const Model& model, State& state, const TupleOf& of, bool add) {
  if (of.field == model::noId && !add) return takeOut(model, state, of.sig, of.tuple.front());
  TupleSet& value = of.field != model::noId ? state.fields[of.field] : state.sigs[of.sig];
  if (add)
    value.insert(of.tuple);
  else
    value.erase(of.tuple);
}

/// What a command's own formula says no more, in words.
std::string withoutCommand(const model::Command& command) {
  return command.check ? fmt::format("it is no counterexample to {} any more", command.label)
                       : fmt::format("what `run {}` asks for does not hold", command.label);
}

}  // namespace

std::string membershipText(const Model& model, const model::Universe& universe, const TupleOf& of) {
  const std::string relation = of.field == model::noId
                                   ? model.sig(of.sig).name
                                   : fmt::format("{}.{}", model.sig(model.field(of.field).sig).name, model.field(of.field).name);
  return fmt::format("{} in {}", tupleText(of.tuple, universe), relation);
}

bool isThere(const Instance& instance, const TupleOf& of, unsigned state) {
  const TupleSet& value = valueOf(instance.states[state], of);
  return !value.empty() && value.contains(of.tuple);
}

std::vector<TupleOf> relationsFor(const Model& model, const Instance& instance, std::vector<Atom> tuple, unsigned state) {
  const std::vector<TupleSet>& sigs = instance.states[state].sigs;
  const auto isIn = [&](SigId sig, Atom atom) { return !sigs[sig].empty() && sigs[sig].contains({&atom, 1}); };
  const auto mightBeIn = [&](SigId sig, Atom atom) {
    if (sig == model::builtin::univ) return true;
    if (sig == model::builtin::integers || sig == model::builtin::seqInt) return instance.universe->isInt(atom);
    if (sig == model::builtin::string) return instance.universe->isString(atom);
    for (SigId top = model::builtin::count; top < model.sigs().size(); ++top)
      if (model.isTopLevel(top) && model.isAncestor(top, sig) && isIn(top, atom)) return true;
    return false;
  };
  const auto isOwn = [&](model::ModuleId module) { return !model.modules()[module].library; };
  std::vector<TupleOf> relations;
  for (SigId sig = model::builtin::count; tuple.size() == 1 && sig < model.sigs().size(); ++sig)
    if (!model.isTopLevel(sig) && !model.sig(sig).isMeta && isOwn(model.sig(sig).module) && mightBeIn(sig, tuple[0]))
      relations.push_back({sig, model::noId, tuple});
  for (model::FieldId id = 0; id < model.fields().size(); ++id) {
    const model::Field& field = model.field(id);
    if (field.arity != tuple.size() || field.isMeta || !isOwn(model.sig(field.sig).module)) continue;
    const auto admits = [&](const model::Product& product) {
      return product.size() == tuple.size() && std::ranges::equal(product, tuple, mightBeIn);
    };
    if (std::ranges::any_of(model.type(field.type).products, admits)) relations.push_back({model::noId, id, tuple});
  }
  return relations;
}

Instance withChange(const Model& model, const Instance& instance, const TupleOf& of, unsigned state) {
  Instance changed = instance;
  const bool add = !isThere(instance, of, state);
  if (changesOverTime(model, of))
    change(model, changed.states[state], of, add);
  else
    for (State& each : changed.states) change(model, each, of, add);
  return changed;
}

std::vector<Constraint> constraintsOn(const Model& model, std::optional<model::CommandId> command) {
  std::vector<Constraint> result;
  const auto addConjuncts = [&](const Constraint& whole) {
    for (const solver::Conjunct& conjunct : solver::conjunctsOf(model, {&whole.formula, 1})) {
      result.push_back(whole);
      result.back().formula = conjunct.formula;
    }
  };
  for (const Constraint& constraint : evaluator::constraintsOf(model))
    if (constraint.part == Part::states)
      result.push_back(constraint);
    else
      addConjuncts(constraint);
  if (!command) return result;
  const model::Command& asked = model.commands()[*command];
  if (asked.formula != model::noId) addConjuncts({.part = Part::formula, .formula = asked.formula});
  solver::append(result, solver::deriveSizes(model, asked.scope, asked.temporal));
  return result;
}

std::vector<evaluator::Broken> brokenBy(const Model& model, const Instance& instance, const Instance& changed,
                                        const std::vector<Constraint>& constraints, const evaluator::Options& options) {
  evaluator::Evaluator evaluator(model, options);
  std::vector<evaluator::Broken> broken;
  for (const Constraint& constraint : constraints) {
    const evaluator::Question question{{constraint}};
    const evaluator::Verdict after = evaluator::judge(evaluator, changed, question);
    if (after.holds() || !evaluator::judge(evaluator, instance, question).holds()) continue;
    broken.push_back(after.broken ? *after.broken : evaluator::describe(model, constraint));
  }
  return broken;
}

std::string TupleReason::verdict() const {
  if (broken.empty())
    return there ? "nothing needs it: all constraints hold without it, nothing else changed"
                 : "nothing forbids it: all constraints hold with it, nothing else changed";
  const std::string number = broken.size() == 1 ? "1 constraint breaks" : fmt::format("{} constraints break", broken.size());
  return there ? fmt::format("needed: without it, and nothing else changed, {}", number)
               : fmt::format("left out: with it, and nothing else changed, {}", number);
}

TupleReason reasonForTuple(const parser::Loaded& loaded, const Instance& instance, const TupleOf& of, unsigned state,
                           std::optional<model::CommandId> command, const evaluator::Options& options) {
  const Model& model = *loaded.model;
  TupleReason result{membershipText(model, *instance.universe, of), isThere(instance, of, state), -1, {}};
  if (instance.states.size() > 1 && changesOverTime(model, of)) result.state = static_cast<int>(state);
  const Instance changed = withChange(model, instance, of, state);
  for (const evaluator::Broken& broken : brokenBy(model, instance, changed, constraintsOn(model, command), options)) {
    TupleReason::Part part{broken.message, placeOf(loaded.sources, broken.span), std::nullopt};
    if (broken.part == Part::formula && command) part.constraint = withoutCommand(model.commands()[*command]);
    if (broken.formula != model::noId) {
      try {
        part.why = textOf(loaded, changed, evaluator::reasonFor(model, changed, broken.formula, options));
      } catch (const evaluator::EvaluationError& error) {
        part.constraint += fmt::format(" ({})", error.what());
      }
    }
    result.broken.push_back(std::move(part));
  }
  return result;
}

}  // namespace aunit::suite
