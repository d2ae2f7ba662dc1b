#include "strength/instances/smallest.h"

#include <algorithm>
#include <span>
#include <utility>

#include "model/instances/removal.h"

namespace aunit::strength {

using namespace model;

namespace {

std::vector<std::vector<Atom>> tuplesOf(const TupleSet& set) {
  std::vector<std::vector<Atom>> tuples;
  set.forEach([&](std::span<const Atom> tuple) { tuples.emplace_back(tuple.begin(), tuple.end()); });
  return tuples;
}

constexpr std::size_t mostPaired = 12;

class Reduction {
 public:
  Reduction(const Model& model, Instance instance, const std::vector<bool>& kept,
            const std::function<bool(const Instance&)>& matters)
      : model_(model), best_(std::move(instance)), kept_(kept), matters_(matters) {}

  Instance result() {
    bool again = true;
    while (again) {
      again = atoms();
      again |= relations();
      again |= tuples();
      again |= members();
      again |= integers();
      if (!again) again = pairs();
    }
    return std::move(best_);
  }

 private:
  /// Applies `change` to the states from `begin` to `end`, unless `matters_` rejects the changed instance. Returns whether the
  /// instance was changed.
  template <class Change>
  bool without(std::size_t begin, std::size_t end, Change change) {
    Instance candidate = best_;
    for (std::size_t s = begin; s < end; ++s) change(candidate.states[s]);
    if (!matters_(candidate)) return false;
    best_ = std::move(candidate);
    return true;
  }

  bool isThere(Atom atom) const {
    return std::ranges::any_of(best_.states, [&](const State& state) {
      return std::ranges::any_of(state.sigs, [&](const TupleSet& sig) { return sig.contains({&atom, 1}); });
    });
  }

  bool atoms() {
    bool changed = false;
    std::vector<bool> gone(best_.universe->size());
    for (Atom atom = best_.universe->firstString(); atom-- > 0;) {
      if (kept_[atom] || !isThere(atom)) continue;
      gone[atom] = true;
      changed |= without(0, best_.states.size(), [&](State& state) { model::removeAtoms(state, gone); });
      gone[atom] = false;
    }
    return changed;
  }

  bool relations() {
    bool changed = false;
    for (FieldId id = 0; id < model_.fields().size(); ++id)
      if (std::ranges::any_of(best_.states, [&](const State& state) { return !state.fields[id].empty(); }))
        changed |= without(0, best_.states.size(),
                           [&](State& state) { state.fields[id] = state.fields[id].subtract(state.fields[id]); });
    return changed;
  }

  bool tuples() {
    bool changed = false;
    for (FieldId id = 0; id < model_.fields().size(); ++id)
      changed |= eachOf({true, id}, [&](State& state, std::span<const Atom> tuple) { state.fields[id].erase(tuple); });
    return changed;
  }

  /// Replaces integers by integers nearer to 0. Tries each positive integer before its negative.
  bool integers() {
    bool changed = false;
    for (FieldId id = 0; id < model_.fields().size(); ++id) {
      const bool isVar = model_.field(id).isVar;
      for (std::size_t s = 0; s < (isVar ? best_.states.size() : 1); ++s)
        for (const std::vector<Atom>& tuple : tuplesOf(best_.states[s].fields[id]))
          for (std::size_t column = 0; column < tuple.size(); ++column)
            if (best_.universe->isInt(tuple[column]) && plainer(id, s, tuple, column)) {
              changed = true;
              break;
            }
    }
    return changed;
  }

  /// Tries integers nearer to 0 than the integer in this column of the tuple.
  bool plainer(FieldId id, std::size_t s, const std::vector<Atom>& tuple, std::size_t column) {
    const model::Universe& universe = *best_.universe;
    const std::int32_t value = universe.intValue(tuple[column]);
    for (std::int32_t size = 0;; ++size)
      for (const std::int32_t other : {size, -size}) {
        if (other == value) return false;
        if (other > universe.maxInt()) continue;
        std::vector<Atom> by = tuple;
        by[column] = universe.intAtom(other);
        if (without(s, model_.field(id).isVar ? s + 1 : best_.states.size(), [&](State& state) {
              state.fields[id].erase(tuple);
              state.fields[id].insert(by);
            }))
          return true;
      }
  }

  /// Removes two tuples of one relation together. Needed if neither of them can be removed alone.
  bool pairs() {
    for (FieldId id = 0; id < model_.fields().size(); ++id) {
      const bool isVar = model_.field(id).isVar;
      for (std::size_t s = 0; s < (isVar ? best_.states.size() : 1); ++s) {
        const std::vector<std::vector<Atom>> there = tuplesOf(best_.states[s].fields[id]);
        if (there.size() > mostPaired) continue;
        for (std::size_t i = 0; i < there.size(); ++i)
          for (std::size_t j = i + 1; j < there.size(); ++j)
            if (without(s, isVar ? s + 1 : best_.states.size(), [&](State& state) {
                  state.fields[id].erase(there[i]);
                  state.fields[id].erase(there[j]);
                }))
              return true;
      }
    }
    return false;
  }

  /// Removes atoms from signatures and their subsignatures. The atoms stay in the parents of these signatures.
  bool members() {
    bool changed = false;
    for (SigId id = static_cast<SigId>(model_.sigs().size()); id-- > model::builtin::count;) {
      const model::Sig& sig = model_.sig(id);
      if (!sig.subset && sig.parents[0] < model::builtin::count && !sig.isVar) continue;  // the atom would leave the universe
      changed |=
          eachOf({false, id}, [&](State& state, std::span<const Atom> atom) { model::removeMember(model_, state, id, atom[0]); });
    }
    return changed;
  }

  /// Tries to remove each tuple of a relation.
  template <class Remove>
  bool eachOf(model::RelationOf relation, Remove remove) {
    bool changed = false;
    const std::size_t states = model::changesOverTime(model_, relation) ? best_.states.size() : 1;
    for (std::size_t s = 0; s < states; ++s) {
      const auto [begin, end] = model::statesOf(model_, best_, relation, s);
      for (const std::vector<Atom>& tuple : tuplesOf(model::valueIn(best_.states[s], relation)))
        changed |= without(begin, end, [&](State& state) { remove(state, tuple); });
    }
    return changed;
  }

  const Model& model_;
  Instance best_;
  const std::vector<bool>& kept_;
  const std::function<bool(const Instance&)>& matters_;
};

}  // namespace

Instance smallest(const Model& model, Instance instance, const std::vector<bool>& kept,
                  const std::function<bool(const Instance&)>& matters) {
  return Reduction(model, std::move(instance), kept, matters).result();
}

std::size_t sizeOf(const Instance& instance) {
  std::size_t size = instance.states.size();
  for (const State& state : instance.states) {
    for (std::size_t id = model::builtin::count; id < state.sigs.size(); ++id) size += state.sigs[id].size();
    for (const TupleSet& field : state.fields) size += field.size();
  }
  return size;
}

std::ptrdiff_t worth(const Instance& instance) {
  constexpr std::ptrdiff_t mostToRead = 30;  // people can read at most this many atoms and tuples
  const auto size = static_cast<std::ptrdiff_t>(sizeOf(instance));
  return size <= mostToRead ? size : -size;
}

}  // namespace aunit::strength
