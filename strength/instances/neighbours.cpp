#include "strength/instances/neighbours.h"

#include <span>
#include <vector>

#include "model/instances/removal.h"
#include "support/hash.h"
#include "support/random.h"

namespace aunit::strength {

using namespace model;

namespace {

class Neighbours {
 public:
  Neighbours(const Model& model, const Instance& instance, const std::function<bool(const Instance&)>& visit)
      : model_(model), instance_(instance), visit_(visit) {}

  std::optional<Instance> random(std::uint64_t& random) {
    const std::size_t count = model_.sigs().size() + model_.fields().size();
    for (int tries = 0; tries < 20; ++tries) {
      const std::size_t chosen = support::nextRandom(random) % count;
      const bool ofSig = chosen < model_.sigs().size();
      const auto id = static_cast<std::uint32_t>(ofSig ? chosen : chosen - model_.sigs().size());
      if (ofSig ? !canLeave(id) : model_.field(id).isMeta || model_.field(id).defined) continue;
      const model::RelationOf relation{!ofSig, id};
      const std::size_t state =
          model::changesOverTime(model_, relation) ? support::nextRandom(random) % instance_.states.size() : 0;
      std::vector<Atom> tuple;
      bool possible = true;
      std::vector<model::Product> products = {{}};
      if (ofSig)
        products[0].push_back(model_.sig(id).parents[0]);
      else
        products = model_.type(model_.field(id).type).products;
      if (products.empty()) continue;  // a field that is always empty
      const model::Product& columns = products[support::nextRandom(random) % products.size()];
      for (const SigId column : columns) {
        const std::vector<Atom> atoms = atomsOf(column, instance_.states[state]);
        possible = possible && !atoms.empty();
        if (possible) tuple.push_back(atoms[support::nextRandom(random) % atoms.size()]);
      }
      if (!possible) continue;
      return flipped(tuple, relation, state);
    }
    return std::nullopt;
  }

  void visit() {
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
      const model::Sig& sig = model_.sig(id);
      if (!canLeave(id)) continue;
      const auto columns = std::vector{sig.parents[0]};
      if (!eachTuple(columns, {false, id})) return;
    }
    for (FieldId id = 0; id < model_.fields().size(); ++id) {
      const model::Field& field = model_.field(id);
      if (field.isMeta || field.defined) continue;
      for (const model::Product& product : model_.type(field.type).products)
        if (!eachTuple(product, {true, id})) return;
    }
  }

 private:
  /// Whether an atom still exists after it is removed from the signature, because it stays in a parent of the signature.
  bool canLeave(SigId id) const {
    if (id < model::builtin::count) return false;
    const model::Sig& sig = model_.sig(id);
    return !sig.isMeta && !sig.subsetExact && (sig.subset || sig.parents[0] >= model::builtin::count);
  }

  std::vector<Atom> atomsOf(SigId sig, const State& state) const {
    const model::Universe& universe = *instance_.universe;
    std::vector<Atom> atoms;
    if (sig == model::builtin::integers || sig == model::builtin::seqInt) {
      for (const int value : {0, 1})
        if (value <= universe.maxInt()) atoms.push_back(universe.intAtom(value));
    } else if (sig == model::builtin::string) {
      for (Atom atom = universe.firstString(); atom < universe.firstInt(); ++atom) atoms.push_back(atom);
    } else if (sig == model::builtin::univ) {
      for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id)
        if (!model_.sig(id).subset && model_.sig(id).parents[0] == model::builtin::univ)
          for (const Atom atom : state.sigs[id].atoms()) atoms.push_back(atom);
    } else if (sig != model::builtin::none) {
      atoms = state.sigs[sig].atoms();
    }
    return atoms;
  }

  bool eachTuple(const model::Product& columns, model::RelationOf relation) {
    for (std::size_t s = 0; s < (model::changesOverTime(model_, relation) ? instance_.states.size() : 1); ++s) {
      std::vector<std::vector<Atom>> choices;
      for (const SigId column : columns) choices.push_back(atomsOf(column, instance_.states[s]));
      std::vector<Atom> tuple(columns.size());
      if (!choose(choices, tuple, 0, relation, s)) return false;
    }
    return true;
  }

  bool choose(const std::vector<std::vector<Atom>>& choices, std::vector<Atom>& tuple, std::size_t column,
              model::RelationOf relation, std::size_t state) {
    if (column < choices.size()) {
      for (const Atom atom : choices[column]) {
        tuple[column] = atom;
        if (!choose(choices, tuple, column + 1, relation, state)) return false;
      }
      return true;
    }
    return visit_(flipped(tuple, relation, state));
  }

  Instance flipped(const std::vector<Atom>& tuple, model::RelationOf relation, std::size_t state) const {
    Instance changed = instance_;
    const auto [begin, end] = model::statesOf(model_, instance_, relation, state);
    const bool there = model::valueIn(instance_.states[begin], relation).contains(tuple);
    for (std::size_t s = begin; s < end; ++s) {
      TupleSet& set = model::valueIn(changed.states[s], relation);
      if (there)
        set.erase(tuple);
      else
        set.insert(tuple);
    }
    return changed;
  }

  const Model& model_;
  const Instance& instance_;
  std::function<bool(const Instance&)> visit_;
};

}  // namespace

std::optional<Instance> randomNeighbour(const Model& model, const Instance& instance, std::uint64_t& random) {
  return Neighbours(model, instance, nullptr).random(random);
}

Instance withoutSome(const Model& model, const Instance& instance, std::uint64_t& random) {
  Instance changed = instance;
  const std::size_t count = model.sigs().size() - model::builtin::count;
  if (count == 0) return changed;
  const auto chosen = static_cast<SigId>(model::builtin::count + support::nextRandom(random) % count);
  std::vector<bool> gone(instance.universe->size());
  for (const State& state : instance.states)
    for (const Atom atom : state.sigs[chosen].atoms()) gone[atom] = true;
  for (State& state : changed.states) model::removeAtoms(state, gone);
  return changed;
}

/// Colour refinement of atoms. At first each integer and each string has its own colour, and all other atoms share one. Then
/// colours depend on the relations and positions that an atom occurs in, and on the colours of the other atoms there.
std::uint64_t shapeOf(const Model& model, const Instance& instance, std::span<const TupleSet> arguments) {
  const model::Universe& universe = *instance.universe;
  std::vector<std::uint64_t> colors(universe.size());
  for (Atom atom = universe.firstString(); atom < universe.firstInt(); ++atom) colors[atom] = atom - universe.firstString() + 1;
  for (Atom atom = universe.firstInt(); atom < universe.size(); ++atom)
    colors[atom] = support::mixed(static_cast<std::uint32_t>(universe.intValue(atom)), 5);
  std::uint64_t shape = 0;
  for (int round = 0; round < 3; ++round) {
    std::vector<std::uint64_t> refined = colors;
    shape = support::mixed(instance.states.size(), instance.loop);
    std::uint64_t relation = 1;
    const auto add = [&](const TupleSet& set) {
      ++relation;
      set.forEach([&](std::span<const Atom> tuple) {
        std::uint64_t whole = relation;
        for (const Atom atom : tuple) whole = support::mixed(whole, colors[atom]);
        for (std::size_t i = 0; i < tuple.size(); ++i) refined[tuple[i]] += support::mixed(whole, i + 7);
        shape += support::mixed(whole, 3);
      });
    };
    for (const State& state : instance.states) {
      for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) add(state.sigs[id]);
      for (const TupleSet& field : state.fields) add(field);
    }
    for (const TupleSet& argument : arguments) add(argument);
    for (Atom atom = 0; atom < universe.size(); ++atom) colors[atom] = support::mixed(refined[atom], 11);
  }
  return shape;
}

void forEachNeighbour(const Model& model, const Instance& instance, const std::function<bool(const Instance&)>& visit) {
  Neighbours(model, instance, visit).visit();
}

}  // namespace aunit::strength
