#include "strength/scripts/stage.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "evaluator/value.h"

namespace aunit::strength::scripts {

using model::Atom;
using model::TupleSet;

namespace {

constexpr std::size_t mostRenamingsTried = 50'000;
constexpr std::size_t mostSymmetries = 150;
constexpr std::size_t mostCalls = 20'000;   // in one state, one action may have at most this many calls
constexpr std::size_t largestSetBound = 6;  // the bound of a set-valued argument may have at most this many tuples

/// Returns all subsets of `bound` that have this multiplicity; none if `bound` has more than `largestSetBound` tuples.
std::vector<TupleSet> subsets(const TupleSet& bound, model::Multiplicity multiplicity) {
  std::vector<std::vector<Atom>> tuples;
  bound.forEach([&](std::span<const Atom> tuple) { tuples.emplace_back(tuple.begin(), tuple.end()); });
  std::vector<TupleSet> result;
  if (tuples.size() > largestSetBound) return result;
  for (std::uint32_t which = 0; which < (1u << tuples.size()); ++which) {
    const int size = std::popcount(which);
    if (size == 0 && (multiplicity == model::Multiplicity::some || multiplicity == model::Multiplicity::one)) continue;
    if (size > 1 && (multiplicity == model::Multiplicity::lone || multiplicity == model::Multiplicity::one)) continue;
    TupleSet set(bound.universeSize(), bound.arity());
    for (std::size_t i = 0; i < tuples.size(); ++i)
      if (which >> i & 1) set.insert(tuples[i]);
    result.push_back(std::move(set));
  }
  return result;
}

void appendTuples(std::string& key, const TupleSet& set, const Renaming& by) {
  std::vector<std::string> tuples;
  set.forEach([&](std::span<const Atom> tuple) {
    std::string& text = tuples.emplace_back();
    for (const Atom atom : tuple) {
      const Atom to = by[atom];
      text += static_cast<char>(to >> 8);
      text += static_cast<char>(to & 0xff);
    }
  });
  std::ranges::sort(tuples);
  key += static_cast<char>(tuples.size() >> 8);
  key += static_cast<char>(tuples.size() & 0xff);
  for (const std::string& tuple : tuples) key += tuple;
}

}  // namespace

Renaming inverse(const Renaming& renaming) {
  Renaming result(renaming.size());
  for (Atom a = 0; a < renaming.size(); ++a) result[renaming[a]] = a;
  return result;
}

TupleSet renamed(const TupleSet& set, const Renaming& by) {
  std::vector<Atom> atoms;
  set.forEach([&](std::span<const Atom> tuple) {
    for (const Atom atom : tuple) atoms.push_back(by[atom]);
  });
  return TupleSet::ofTuples(set.universeSize(), set.arity(), atoms);
}

Values renamed(const Values& values, const Renaming& by) {
  Values result;
  result.reserve(values.size());
  for (const TupleSet& set : values) result.push_back(renamed(set, by));
  return result;
}

Call renamed(const Call& call, const Renaming& by) {
  Call result;
  result.action = call.action;
  for (const TupleSet& argument : call.arguments) result.arguments.push_back(renamed(argument, by));
  return result;
}

Stage::Stage(const StageData& play, model::Instance frame)
    : play_(play), frame_(std::move(frame)), pair_(frame_), evaluator_(play.model, play.evaluation) {
  frame_.states.resize(1);
  frame_.loop = 0;
  pair_.states.assign(2, frame_.states.front());
  pair_.loop = 1;
  facts_ = suite::log::factsOf(play.model, play.looks, frame_, [&](model::ExprId fact) { return play.memory.replaced(fact); });
  const auto remembers = [&](const suite::log::Condition& fact) {
    return std::ranges::any_of(play.looks(fact.formula).free,
                               [&](model::VarId variable) { return play.memory.isMemory(variable); });
  };
  // A fact about the past of a state must also hold in the state after a step. When the step is searched for, the past of that
  // state is not known yet. So such a fact depends on more than two states.
  beyond_ = facts_.beyond || play.actions.beyond || std::ranges::any_of(facts_.states, remembers) ||
            std::ranges::any_of(facts_.first, remembers);
  successors_ = std::make_unique<suite::log::Successors>(play.model, play.numbers, play.looks, frame_, facts_, play.evaluation,
                                                         play.budget);
  findSymmetries();
}

Stage::~Stage() = default;

bool Stage::complete() const {
  return successors_->complete();
}

void Stage::put(const Values& values, std::size_t state) {
  for (std::size_t i = 0; i < play_.numbers.size(); ++i) {
    const auto& which = play_.numbers[i];
    (which.isField ? pair_.states[state].fields[which.id] : pair_.states[state].sigs[which.id]) = values[i];
  }
}

Values Stage::plain(const Values& state) const {
  return Values(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(play_.numbers.size()));
}

Values Stage::remembering(Values values, const Values* before) {
  if (play_.memory.all().empty()) return values;
  put(values, 0);
  put(values, 1);
  evaluator_.bind(pair_);
  for (TupleSet& each :
       play_.memory.in(evaluator_, 0, *frame_.universe, before ? before->data() + play_.numbers.size() : nullptr))
    values.push_back(std::move(each));
  return values;
}

/// Assigns the values that `state` stores about the past to the variables of the memory: in the evaluator, and in the bindings of
/// facts about steps.
void Stage::recall(const Values& state) {
  const auto& all = play_.memory.all();
  for (std::size_t i = 0; i < all.size(); ++i) evaluator_.assign(all[i].variable, state[play_.numbers.size() + i]);
  if (all.empty()) return;
  for (suite::log::Condition& fact : facts_.steps) {
    std::erase_if(fact.given, [&](const evaluator::Binding& each) { return play_.memory.isMemory(each.variable); });
    for (std::size_t i = 0; i < all.size(); ++i) fact.given.push_back({all[i].variable, state[play_.numbers.size() + i]});
  }
}

model::Instance Stage::pair(const Values& before, const Values& after) const {
  model::Instance result = pair_;
  for (std::size_t state = 0; state < 2; ++state)
    for (std::size_t i = 0; i < play_.numbers.size(); ++i) {
      const auto& which = play_.numbers[i];
      (which.isField ? result.states[state].fields[which.id] : result.states[state].sigs[which.id]) =
          state == 0 ? before[i] : after[i];
    }
  return result;
}

// ------------------------------------------------------------------------------------------------------------------- calls

std::vector<Call> Stage::callsOf(std::uint32_t number) {
  const Action& action = play_.actions.actions[number];
  const std::uint32_t size = frame_.universe->size();
  std::vector<Call> calls;
  std::set<std::string> known;
  const Renaming& same = symmetries_.front();
  for (const Occurrence& occurrence : action.occurrences) {
    using Row = std::vector<std::pair<model::VarId, TupleSet>>;
    std::vector<Row> rows{{}};
    for (const model::Decl& decl : occurrence.decls)
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
        std::vector<Row> next;
        for (const Row& row : rows) {
          for (const auto& [variable, value] : row) evaluator_.assign(variable, value);
          const TupleSet bound = evaluator_.relation(decl.bound, 0);
          std::vector<TupleSet> values;
          if (decl.multiplicity == model::Multiplicity::one && bound.arity() == 1)
            for (const Atom atom : bound.atoms()) values.push_back(TupleSet::atom(size, atom));
          else
            values = subsets(bound, decl.multiplicity);
          for (TupleSet& value : values) {
            if (decl.disjoint && std::ranges::any_of(row, [&](const auto& each) {
                  return each.first >= decl.firstVariable && each.first < decl.firstVariable + i && each.second.intersects(value);
                }))
              continue;
            next.push_back(row);
            next.back().emplace_back(decl.firstVariable + i, std::move(value));
            if (next.size() > mostCalls)
              throw support::Exhausted("an action can be called in too many ways: make the scope smaller with --scope");
          }
        }
        rows = std::move(next);
      }
    for (const Row& row : rows) {
      for (const auto& [variable, value] : row) evaluator_.assign(variable, value);
      Call call;
      call.action = number;
      if (occurrence.arguments.empty())
        for (const model::VarId variable : action.variables)
          call.arguments.push_back(std::ranges::find(row, variable, &Row::value_type::first)->second);
      else
        for (const model::ExprId argument : occurrence.arguments) call.arguments.push_back(evaluator_.relation(argument, 0));
      std::string key;
      for (const TupleSet& argument : call.arguments) appendTuples(key, argument, same);
      if (known.insert(std::move(key)).second) calls.push_back(std::move(call));
    }
  }
  return calls;
}

/// Sets `holds` to the values of the guards of the call's action. Returns false if a guard has no value.
bool Stage::guardsOf(const Call& call, std::vector<bool>& holds) {
  const Action& action = play_.actions.actions[call.action];
  holds.clear();
  for (std::size_t i = 0; i < action.variables.size(); ++i) evaluator_.assign(action.variables[i], call.arguments[i]);
  try {
    for (const Part& guard : action.guards) holds.push_back(evaluator_.holds(guard.remembering, 0));
  } catch (const evaluator::EvaluationError&) {
    return false;
  }
  return true;
}

void Stage::addRefusals(const Call& call, const std::vector<bool>& holds, Expansion& out) const {
  const auto broken = std::ranges::count(holds, false);
  for (std::size_t g = 0; g < play_.goals.size(); ++g) {
    const Goal& goal = play_.goals[g];
    if (goal.kind != Goal::Kind::refused || goal.action != call.action || holds[goal.part] || out.goals.test(g)) continue;
    if (!goal.byOthers && broken > 1) continue;
    out.goals.set(g);
    out.refusals.push_back({call, goal.part, broken == 1, g});
  }
}

// ------------------------------------------------------------------------------------------------------------------- goals

bool Stage::hasSize(const Goal& goal, const Values& state) const {
  const int number = goal.isField ? play_.numbers.ofField(goal.relation) : play_.numbers.ofSig(goal.relation);
  const auto valueOf = [&](model::SigId sig) -> const TupleSet& {
    const int at = play_.numbers.ofSig(sig);
    return at >= 0 ? state[static_cast<std::size_t>(at)] : frame_.states[0].sigs[sig];
  };
  const TupleSet& set = number >= 0 ? state[static_cast<std::size_t>(number)] : frame_.states[0].sigs[goal.relation];
  const unsigned size = set.sizeUpToTwo();
  switch (goal.size) {
    case Size::none: return size == 0;
    case Size::one: return size == 1;
    case Size::several: return size == 2;
    case Size::all: break;
  }
  if (size == 0) return false;
  if (!goal.isField) return valueOf(play_.model.sig(goal.relation).parents[0]).subsetOf(set);
  bool every = true;
  std::set<Atom> first;
  set.forEach([&](std::span<const Atom> tuple) { first.insert(tuple[0]); });
  for (const Atom atom : TupleSet(valueOf(play_.model.field(goal.relation).sig)).atoms()) every = every && first.contains(atom);
  return every;
}

void Stage::addState(const Values& state, Bits& goals) const {
  for (std::size_t g = 0; g < play_.goals.size(); ++g)
    if (play_.goals[g].kind == Goal::Kind::size && hasSize(play_.goals[g], state)) goals.set(g);
}

void Stage::addStep(const Call& call, const Values& before, const Values& after, Expansion& out) {
  Step step{call, after, Bits(play_.goals.size())};
  const Action& action = play_.actions.actions[call.action];
  bool bound = false;
  for (std::size_t g = 0; g < play_.goals.size(); ++g) {
    const Goal& goal = play_.goals[g];
    if (goal.action != call.action) continue;
    switch (goal.kind) {
      case Goal::Kind::action: step.goals.set(g); break;
      case Goal::Kind::callSize:
        if (hasSize(goal, before)) step.goals.set(g);
        break;
      case Goal::Kind::arguments:
        if ((call.arguments[goal.first] == call.arguments[goal.second]) == (goal.compare == Goal::Comparison::equal))
          step.goals.set(g);
        break;
      case Goal::Kind::branch:
        if (!bound) {
          put(before, 0);
          put(after, 1);
          evaluator_.bind(pair_);
          recall(before);
          for (std::size_t i = 0; i < action.variables.size(); ++i) evaluator_.assign(action.variables[i], call.arguments[i]);
          bound = true;
        }
        try {
          if (evaluator_.holds(action.branches[goal.part].remembering, 0)) step.goals.set(g);
        } catch (const evaluator::EvaluationError&) {
          // If the goal's formula has no value, the goal does not count as met.
        }
        break;
      default: break;
    }
  }
  out.steps.push_back(std::move(step));
}

void Stage::addPairs(const Call& before, const Call& now, Bits& goals) const {
  if (before.action == model::noId) return;
  for (std::size_t g = 0; g < play_.goals.size(); ++g) {
    const Goal& goal = play_.goals[g];
    if (goal.kind != Goal::Kind::pair || goal.before != before.action || goal.action != now.action) continue;
    if (goal.compare == Goal::Comparison::nothing ||
        (before.arguments[goal.first] == now.arguments[goal.second]) == (goal.compare == Goal::Comparison::equal))
      goals.set(g);
  }
}

// ------------------------------------------------------------------------------------------------------------------- steps

Stage::Expansion Stage::possible(const Values& state) {
  Expansion result;
  result.goals = Bits(play_.goals.size());
  addState(state, result.goals);
  std::vector<bool> holds;
  std::vector<Call> enabled;
  put(state, 0);
  put(state, 1);
  evaluator_.bind(pair_);
  recall(state);
  for (std::uint32_t a = 0; a < play_.actions.actions.size(); ++a)
    for (Call& call : callsOf(a)) {
      play_.budget.check();
      if (!guardsOf(call, holds)) continue;
      if (std::ranges::all_of(holds, std::identity()))
        enabled.push_back(std::move(call));
      else
        addRefusals(call, holds, result);
    }
  for (const Call& call : enabled) {
    const Action& action = play_.actions.actions[call.action];
    suite::log::StepFormula asked;
    asked.formula = action.body;
    asked.predicate = action.function;
    for (std::size_t i = 0; i < action.variables.size(); ++i) asked.given.push_back({action.variables[i], call.arguments[i]});
    for (std::size_t i = 0; i < play_.memory.all().size(); ++i)
      asked.given.push_back({play_.memory.all()[i].variable, state[play_.numbers.size() + i]});
    ++work_;
    std::vector<Values> after;
    successors_->forEach(plain(state), std::span(&asked, 1), {}, {}, [&](Values values) {
      if (std::ranges::find(after, values) == after.end()) after.push_back(std::move(values));
      return true;
    });
    for (Values& values : after) addStep(call, state, remembering(std::move(values), &state), result);
  }
  if (result.steps.empty()) {
    bool found = false;
    anyStep(state, {}, found);
    result.deadEnd = !found;
  }
  return result;
}

void Stage::anyStep(const Values& before, const suite::log::KnownRelations& known, bool& found) {
  ++work_;
  recall(before);
  successors_->forEach(plain(before), {}, known, {}, [&](const Values&) {
    found = true;
    return false;
  });
}

Stage::Expansion Stage::between(const Values& before, const Values* after) {
  Expansion result;
  result.goals = Bits(play_.goals.size());
  addState(before, result.goals);
  std::vector<bool> holds;
  put(before, 0);
  put(after ? *after : before, 1);
  evaluator_.bind(pair_);
  recall(before);
  std::vector<Call> explaining;
  for (std::uint32_t a = 0; a < play_.actions.actions.size(); ++a)
    for (Call& call : callsOf(a)) {
      play_.budget.check();
      if (!guardsOf(call, holds)) continue;
      if (!std::ranges::all_of(holds, std::identity())) {
        addRefusals(call, holds, result);
        continue;
      }
      if (after && evaluator_.holds(play_.actions.actions[a].body, 0)) explaining.push_back(std::move(call));
    }
  for (const Call& call : explaining) addStep(call, before, *after, result);
  return result;
}

// -------------------------------------------------------------------------------------------------------------- symmetries

std::string Stage::keyOf(const Values& state, const Call& last, const Renaming& by) const {
  std::string key;
  key += static_cast<char>(last.action & 0xff);
  key += static_cast<char>(last.action >> 8 & 0xff);
  for (const TupleSet& argument : last.arguments) appendTuples(key, argument, by);
  for (const TupleSet& set : state) appendTuples(key, set, by);
  return key;
}

std::size_t Stage::canonical(const Values& state, const Call& last, std::string& key) const {
  std::size_t best = 0;
  key = keyOf(state, last, symmetries_[0]);
  for (std::size_t i = 1; i < symmetries_.size(); ++i)
    if (std::string other = keyOf(state, last, symmetries_[i]); other < key) {
      key = std::move(other);
      best = i;
    }
  return best;
}

void Stage::findSymmetries() {
  const model::Universe& universe = *frame_.universe;
  Renaming same(universe.size());
  std::iota(same.begin(), same.end(), 0);
  // Atoms may be exchanged if they are in the same static signatures and the exchange does not change the static relations.
  std::map<std::string, std::vector<Atom>> classes;
  for (Atom a = 0; a < universe.firstString(); ++a) {
    const std::string& name = universe.name(a);
    std::string kind = name.substr(0, name.find_last_not_of("0123456789") + 1);
    for (model::SigId id = model::builtin::count; id < play_.model.sigs().size(); ++id)
      if (!play_.model.sig(id).isVar) kind += frame_.states[0].sigs[id].contains(std::span(&a, 1)) ? '1' : '0';
    classes[kind].push_back(a);
  }
  std::vector<std::vector<Atom>> moving;
  for (auto& [kind, atoms] : classes)
    if (atoms.size() > 1) moving.push_back(std::move(atoms));
  std::ranges::stable_sort(moving, {}, &std::vector<Atom>::size);
  const auto tries = [&] {
    std::size_t product = 1;
    for (const auto& atoms : moving)
      for (std::size_t i = 2; i <= atoms.size() && product <= mostRenamingsTried; ++i) product *= i;
    return product;
  };
  const auto keeps = [&](const Renaming& by) {
    for (model::FieldId id = 0; id < play_.model.fields().size(); ++id) {
      if (play_.model.field(id).isVar) continue;
      const TupleSet& set = frame_.states[0].fields[id];
      bool all = true;
      std::vector<Atom> image;
      set.forEach([&](std::span<const Atom> tuple) {
        image.clear();
        for (const Atom atom : tuple) image.push_back(by[atom]);
        all = all && set.contains(image);
      });
      if (!all) return false;
    }
    return true;
  };
  for (;; moving.pop_back()) {
    symmetries_.assign(1, same);
    if (moving.empty()) return;
    if (tries() > mostRenamingsTried) continue;
    Renaming by = same;
    bool tooMany = false;
    const std::function<void(std::size_t)> extend = [&](std::size_t which) {
      if (tooMany) return;
      if (which == moving.size()) {
        if (by != same && keeps(by)) symmetries_.push_back(by);
        tooMany = symmetries_.size() > mostSymmetries;
        return;
      }
      std::vector<Atom> image = moving[which];
      do {
        for (std::size_t i = 0; i < image.size(); ++i) by[moving[which][i]] = image[i];
        extend(which + 1);
      } while (!tooMany && std::next_permutation(image.begin(), image.end()));
    };
    extend(0);
    if (!tooMany) return;
  }
}

}  // namespace aunit::strength::scripts
