#include "strength/smallest.h"

#include <algorithm>
#include <span>
#include <utility>

namespace aunit::strength {

using model::Atom;
using model::FieldId;
using model::Instance;
using model::Model;
using model::SigId;
using model::State;
using model::TupleSet;

namespace {

std::vector<std::vector<Atom>> tuplesOf(const TupleSet& set) {
  std::vector<std::vector<Atom>> tuples;
  set.forEach([&](std::span<const Atom> tuple) { tuples.emplace_back(tuple.begin(), tuple.end()); });
  return tuples;
}

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
    }
    return std::move(best_);
  }

 private:
  /// Changes some states, if the rest still matters.
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

  void eraseAtom(State& state, Atom atom) const {
    for (SigId id = model::builtin::count; id < state.sigs.size(); ++id) state.sigs[id].erase({&atom, 1});
    for (TupleSet& field : state.fields)
      for (const std::vector<Atom>& tuple : tuplesOf(field))
        if (std::ranges::find(tuple, atom) != tuple.end()) field.erase(tuple);
  }

  bool atoms() {
    bool changed = false;
    for (Atom atom = best_.universe->firstString(); atom-- > 0;)
      if (!kept_[atom] && isThere(atom))
        changed |= without(0, best_.states.size(), [&](State& state) { eraseAtom(state, atom); });
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
      changed |= eachOf(
          model_.field(id).isVar, [&](const State& state) -> const TupleSet& { return state.fields[id]; },
          [&](State& state, std::span<const Atom> tuple) { state.fields[id].erase(tuple); });
    return changed;
  }

  /// An atom leaves a signature and those below it, and stays in those above.
  bool members() {
    bool changed = false;
    for (SigId id = static_cast<SigId>(model_.sigs().size()); id-- > model::builtin::count;) {
      const model::Sig& sig = model_.sig(id);
      if (!sig.subset && sig.parents[0] < model::builtin::count && !sig.isVar) continue;  // it would be no atom any more
      changed |= eachOf(
          sig.isVar, [&](const State& state) -> const TupleSet& { return state.sigs[id]; },
          [&](State& state, std::span<const Atom> atom) { eraseBelow(state, id, atom); });
    }
    return changed;
  }

  void eraseBelow(State& state, SigId id, std::span<const Atom> atom) const {
    state.sigs[id].erase(atom);
    for (SigId other = model::builtin::count; other < model_.sigs().size(); ++other)
      if (std::ranges::find(model_.sig(other).parents, id) != model_.sig(other).parents.end() && state.sigs[other].contains(atom))
        eraseBelow(state, other, atom);
  }

  template <class Get, class Erase>
  bool eachOf(bool isVar, Get get, Erase erase) {
    bool changed = false;
    const std::size_t states = best_.states.size();
    for (std::size_t s = 0; s < (isVar ? states : 1); ++s)
      for (const std::vector<Atom>& tuple : tuplesOf(get(best_.states[s])))
        changed |= without(s, isVar ? s + 1 : states, [&](State& state) { erase(state, tuple); });
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

}  // namespace aunit::strength
