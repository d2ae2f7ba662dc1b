#include "suite/reasons/tuple_reason.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "evaluator/reason.h"
#include "model/formulas/conjuncts.h"
#include "model/instances/removal.h"
#include "solver/grounding/scope.h"
#include "suite/text/place.h"
#include "suite/text/reason_text.h"
#include "suite/text/value_text.h"

namespace aunit::suite {

using evaluator::Constraint;
using evaluator::Part;
using namespace model;

namespace {

model::RelationOf relationOf(const RelationTuple& of) {
  return of.field != model::noId ? model::RelationOf{true, of.field} : model::RelationOf{false, of.sig};
}

/// The consequence of a change, in words, if the command's own formula does not hold afterwards.
std::string withoutCommand(const model::Command& command) {
  return command.check ? fmt::format("the instance is no counterexample to {} any more", command.label)
                       : fmt::format("the formula of `run {}` does not hold", command.label);
}

}  // namespace

std::string membershipText(const Model& model, const model::Universe& universe, const RelationTuple& of) {
  const std::string relation = of.field == model::noId
                                   ? model.sig(of.sig).name
                                   : fmt::format("{}.{}", model.sig(model.field(of.field).sig).name, model.field(of.field).name);
  return fmt::format("{} in {}", tupleText(of.tuple, universe), relation);
}

bool isThere(const Instance& instance, const RelationTuple& of, unsigned state) {
  const TupleSet& value = model::valueIn(instance.states[state], relationOf(of));
  return !value.empty() && value.contains(of.tuple);
}

std::vector<RelationTuple> relationsFor(const Model& model, const Instance& instance, std::vector<Atom> tuple, unsigned state) {
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
  std::vector<RelationTuple> relations;
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

Instance withChange(const Model& model, const Instance& instance, const RelationTuple& of, unsigned state) {
  Instance changed = instance;
  const bool add = !isThere(instance, of, state);
  const model::RelationOf relation = relationOf(of);
  const auto [begin, end] = model::statesOf(model, instance, relation, state);
  for (std::size_t s = begin; s < end; ++s) {
    State& each = changed.states[s];
    if (add) {
      model::valueIn(each, relation).insert(of.tuple);
    } else if (relation.isField) {
      each.fields[of.field].erase(of.tuple);
    } else if (model.isTopLevel(of.sig)) {
      std::vector<bool> gone(instance.universe->size());
      gone[of.tuple.front()] = true;
      model::removeAtoms(each, gone);
    } else {
      model::removeMember(model, each, of.sig, of.tuple.front());
    }
  }
  return changed;
}

std::vector<Constraint> constraintsOn(const Model& model, std::optional<model::CommandId> command) {
  std::vector<Constraint> result;
  const auto addConjuncts = [&](const Constraint& whole) {
    for (const model::ExprId conjunct : model::conjunctsOf(model, whole.formula)) {
      result.push_back(whole);
      result.back().formula = conjunct;
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

ChangeViolations brokenBy(const Model& model, const Instance& instance, const Instance& changed,
                          const std::vector<Constraint>& constraints, const evaluator::Options& options) {
  evaluator::Evaluator evaluator(model, options);
  ChangeViolations broken;
  for (const Constraint& constraint : constraints) {
    const evaluator::Question question{{constraint}};
    const evaluator::Verdict after = evaluator::judge(evaluator, changed, question);
    if (after.holds()) continue;
    if (evaluator::judge(evaluator, instance, question).holds())
      broken.newly.push_back(after.broken ? *after.broken : evaluator::describe(model, constraint));
    else
      ++broken.anyway;
  }
  return broken;
}

std::string TupleReason::verdict() const {
  if (broken.empty() && brokenAnyway != 0)
    return fmt::format("nothing {}, no further constraint is violated ({} violated already)",
                       there ? "needs it: if this tuple alone is removed" : "forbids it: if this tuple alone is added",
                       brokenAnyway == 1 ? "1 is" : fmt::format("{} are", brokenAnyway));
  if (broken.empty())
    return there ? "nothing needs it: if this tuple alone is removed, all constraints hold"
                 : "nothing forbids it: if this tuple alone is added, all constraints hold";
  const std::string number =
      broken.size() == 1 ? "1 constraint is violated" : fmt::format("{} constraints are violated", broken.size());
  return there ? fmt::format("needed, because {} if this tuple alone is removed", number)
               : fmt::format("forbidden, because {} if this tuple alone is added", number);
}

TupleReason reasonForTuple(const parser::Loaded& loaded, const Instance& instance, const RelationTuple& of, unsigned state,
                           std::optional<model::CommandId> command, const evaluator::Options& options) {
  const Model& model = *loaded.model;
  TupleReason result{membershipText(model, *instance.universe, of), isThere(instance, of, state), -1, {}, 0};
  if (instance.states.size() > 1 && model::changesOverTime(model, relationOf(of))) result.state = static_cast<int>(state);
  const Instance changed = withChange(model, instance, of, state);
  const ChangeViolations breaks = brokenBy(model, instance, changed, constraintsOn(model, command), options);
  result.brokenAnyway = breaks.anyway;
  for (const evaluator::Broken& broken : breaks.newly) {
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
