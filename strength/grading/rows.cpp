#include "strength/grading/rows.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <utility>

#include "strength/instances/neighbours.h"
#include "strength/instances/smallest.h"
#include "strength/synthesis/random_valuations.h"
#include "support/random.h"

namespace aunit::strength::grading {

using namespace model;

namespace {

constexpr std::uint64_t seedOfRows = 11;
constexpr std::size_t mostNeighbours = 2'000;

double secondsSince(support::Budget::Clock::time_point moment) {
  return std::chrono::duration<double>(support::Budget::Clock::now() - moment).count();
}

}  // namespace

Situations::Situations(const Readings& readings, const solver::SigSizes& sizes, model::Semantics semantics,
                       const support::Limits& limits)
    : readings_(readings),
      limits_(limits),
      evaluator_(readings.model(), {.semantics = semantics, .budget = &budget_}),
      possible_{.constraints = evaluator::constraintsOf(readings.model())} {
  solver::append(possible_.constraints, sizes);
}

bool Situations::isPossible(const Situation& situation) {
  budget_ = support::Budget(limits_);
  return evaluator::judge(evaluator_, situation.instance, possible_).holds();
}

bool Situations::holds(const Situation& situation, ExprId formula) {
  evaluator_.bind(situation.instance);
  for (const auto& [variable, value] : situation.arguments) evaluator_.assign(variable, value);
  return evaluator_.holds(formula);
}

/// Whether the arguments are within the bounds of the predicate's parameters. The callers check facts and declarations.
bool Situations::fits(const Situation& situation) {
  evaluator_.bind(situation.instance);
  std::size_t next = 0;
  for (const model::Decl& decl : readings_.predicate().params)
    for (std::uint32_t i = 0; i < decl.variableCount; ++i, ++next) {
      const TupleSet& value = situation.arguments[next].value;
      const TupleSet bound = evaluator_.relation(decl.bound);
      bool within = true;
      value.forEach([&](std::span<const Atom> tuple) { within = within && !bound.empty() && bound.contains(tuple); });
      if (!within) return false;
      evaluator_.assign(situation.arguments[next].variable, value);
    }
  return true;
}

std::optional<Situation> Situations::smallest(Situation situation, ExprId formula, bool accepted) {
  std::vector<bool> kept(situation.instance.universe->size());
  for (const auto& [variable, value] : situation.arguments)
    value.forEach([&](std::span<const Atom> tuple) {
      for (const Atom atom : tuple) kept[atom] = true;
    });
  const support::Budget all(limits_);
  Situation tried{{}, situation.arguments};
  const auto matters = [&](const model::Instance& instance) {
    tried.instance = instance;
    budget_ = all;
    return holds(tried, formula) == accepted && holds(tried, readings_[0].body) != accepted &&
           evaluator::judge(evaluator_, tried.instance, possible_).holds() && fits(tried);
  };
  try {
    if (!matters(situation.instance)) return std::nullopt;
    situation.instance = strength::smallest(readings_.model(), std::move(situation.instance), kept, matters);
    return situation;
  } catch (const support::Exhausted&) {
    support::Budget(limits_.untimed()).check();
    return std::nullopt;
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  }
}

std::optional<Situation> Situations::beside(const Situation& situation, ExprId formula) {
  std::optional<Situation> best;
  budget_ = support::Budget(limits_);
  try {
    const bool right = holds(situation, readings_[0].body);
    Situation tried{{}, situation.arguments};
    std::size_t left = mostNeighbours;
    forEachNeighbour(readings_.model(), situation.instance, [&](const model::Instance& instance) {
      tried.instance = instance;
      const bool now = holds(tried, readings_[0].body);
      if ((best && now == right) || holds(tried, formula) != now) return --left > 0;
      if (!evaluator::judge(evaluator_, tried.instance, possible_).holds() || !fits(tried)) return --left > 0;
      best = tried;
      return now == right && --left > 0;
    });
  } catch (const support::Exhausted&) {
    support::Budget(limits_.untimed()).check();
  } catch (const evaluator::EvaluationError&) {
    return best;
  }
  return best;
}

Rows::Rows(Readings& readings, const model::Scope& scope, bool temporal, model::Semantics semantics,
           const support::Limits& limits)
    : readings_(readings),
      temporal_(temporal),
      limits_(limits),
      evaluator_(readings.model(), {.semantics = semantics, .budget = &budget_}),
      sizes_(solver::deriveSizes(readings.model(), scope, temporal)),
      orderings_(model::orderingModules(readings.model())),
      situations_(readings, sizes_, semantics, limits) {}

std::vector<Situation> Rows::byChance(std::size_t most, std::size_t tries) {
  return byChance(most, tries, model::unboundedSteps);
}

std::vector<Situation> Rows::byChance(std::size_t most, std::size_t tries, int mostAtoms) {
  std::vector<Situation> made;
  int atoms = 0, all = 0;
  for (model::SigId s = model::builtin::count; s < sizes_.size.size(); ++s)
    if (readings_.model().isTopLevel(s)) {
      const int size = std::min(sizes_.size[s], mostAtoms);
      atoms = std::max(atoms, size);
      all += std::max(0, size);
    }
  const int states = temporal_ ? std::min(4, sizes_.maxSteps) : 1;
  synthesis::RandomValuations random(
      readings_.model(),
      {.atoms = atoms, .allAtoms = all, .states = states, .bitwidth = sizes_.bitwidth, .maxSequence = sizes_.maxSequence},
      seedOfRows);
  std::uint64_t arguments = seedOfRows;
  const support::Budget budget(limits_);
  for (std::size_t i = 0; i < tries && made.size() < most && !budget.exhausted(); ++i) {
    auto instance = random.next();
    if (!instance) return made;
    Situation situation{std::move(*instance), {}};
    putInOrder(situation.instance);
    try {
      budget_ = support::Budget(limits_);
      if (situations_.isPossible(situation) && giveArguments(situation, arguments)) made.push_back(std::move(situation));
    } catch (const support::Exhausted&) {
      support::Budget(limits_.untimed()).check();
    } catch (const evaluator::EvaluationError&) {
      return made;
    }
  }
  return made;
}

/// Replaces the relations of each util/ordering by a total order: the atoms in the order of their numbers. Random relations are
/// almost never orders.
void Rows::putInOrder(model::Instance& instance) const {
  const std::uint32_t size = instance.universe->size();
  for (const model::OrderingModule& one : orderings_)
    for (model::State& state : instance.states) {
      TupleSet &first = state.fields[one.first], &next = state.fields[one.next];
      first.reset(size, 2);
      next.reset(size, 3);
      const std::vector<Atom> atoms = state.sigs[one.elements].atoms(), order = state.sigs[one.order].atoms();
      if (order.empty()) continue;
      for (std::size_t i = 0; i < atoms.size(); ++i) {
        if (i == 0) first.insert({{order[0], atoms[0]}});
        if (i > 0) next.insert({{order[0], atoms[i - 1], atoms[i]}});
      }
    }
}

/// Makes all `var` relations of a state empty.
void Rows::empty(model::State& state, std::uint32_t universe) const {
  const model::Model& model = readings_.model();
  for (model::SigId s = model::builtin::count; s < state.sigs.size(); ++s)
    if (model.sig(s).isVar) state.sigs[s] = TupleSet(universe, 1);
  for (model::FieldId f = 0; f < state.fields.size(); ++f)
    if (model.field(f).isVar) state.fields[f] = TupleSet(universe, model.field(f).arity);
}

std::vector<Situation> Rows::forNames(std::size_t most, std::size_t tries) {
  std::vector<Situation> made;
  for (const int atoms : {1, 2, 3})
    for (Situation& one : byChance(most, tries, atoms)) made.push_back(std::move(one));
  if (temporal_) slowDown(made);
  return made;
}

void Rows::slowDown(std::vector<Situation>& made) {
  std::uint64_t random = seedOfRows;
  const std::size_t count = made.size();
  const support::Budget budget(limits_);
  for (std::size_t i = 0; i < count && !budget.exhausted(); ++i) {
    Situation slow = made[i];
    std::vector<model::State>& states = slow.instance.states;
    for (std::size_t s = 0; s < states.size(); ++s) {
      const std::uint64_t chance = support::nextRandom(random) % 4;
      if (chance == 0) empty(states[s], slow.instance.universe->size());
      if (s > 0 && chance == 1) states[s] = states[s - 1];
    }
    slow.instance.loop = static_cast<std::uint32_t>(support::nextRandom(random) % states.size());
    try {
      budget_ = support::Budget(limits_);
      if (situations_.isPossible(slow)) made.push_back(std::move(slow));
    } catch (const support::Exhausted&) {
      support::Budget(limits_.untimed()).check();
    } catch (const evaluator::EvaluationError&) {
      return;
    }
  }
}

/// Chooses random values for the parameters. Returns false if a parameter is not declared as a single atom, is
/// `disj`, or has no possible value.
bool Rows::giveArguments(Situation& situation, std::uint64_t& random) {
  evaluator_.bind(situation.instance);
  for (const model::Decl& decl : readings_.predicate().params) {
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
      if (decl.multiplicity != Multiplicity::one || readings_.model().expr(decl.bound).arity != 1 || decl.disjoint) return false;
      std::vector<Atom> atoms;
      evaluator_.relation(decl.bound).forEach([&](std::span<const Atom> tuple) { atoms.push_back(tuple[0]); });
      if (atoms.empty()) return false;
      TupleSet value = TupleSet::atom(situation.instance.universe->size(), atoms[support::nextRandom(random) % atoms.size()]);
      evaluator_.assign(decl.firstVariable + i, value);
      situation.arguments.emplace_back(decl.firstVariable + i, std::move(value));
    }
  }
  return true;
}

void Rows::add(Situation situation) {
  rows_.push_back(std::move(situation));
  evaluate();
  if (onRow) onRow();
}

void Rows::evaluate() {
  const Situation& row = rows_.back();
  bits_.assign(readings_.size(), false);
  evaluator_.bind(row.instance);
  for (const auto& [variable, value] : row.arguments) evaluator_.assign(variable, value);
  for (std::uint32_t r = 0; r < readings_.size(); ++r) {
    Reading& reading = readings_.all()[r];
    if (!reading.undecided.empty()) continue;
    const auto began = support::Budget::Clock::now();
    try {
      support::Limits left = limits_;
      if (left.seconds > 0) left.seconds = std::max(1e-3, left.seconds - reading.seconds);
      budget_ = support::Budget(left);
      bits_[r] = evaluator_.holds(reading.body);
    } catch (const support::Exhausted& end) {
      support::Budget(limits_.untimed()).check();
      reading.undecided = end.what();
    } catch (const evaluator::EvaluationError& error) {
      reading.undecided = error.what();
    }
    reading.seconds += secondsSince(began);
    if (!reading.undecided.empty()) {  // removes values that the interrupted evaluation left in variables
      evaluator_.bind(row.instance);
      for (const auto& [variable, value] : row.arguments) evaluator_.assign(variable, value);
    }
  }
}

}  // namespace aunit::strength::grading
