#include "strength/synthesis/random_valuations.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "strength/instances/neighbours.h"
#include "support/random.h"

namespace aunit::strength::synthesis {

using namespace model;

RandomValuations::RandomValuations(const model::Model& model, const Sizes& sizes, std::uint64_t seed)
    : model_(model), sizes_(sizes), random_(seed) {
  for (const model::Field& field : model.fields())
    for (const model::Product& product : model.type(field.type).products)
      for (const SigId column : product)
        if (!field.isMeta && (field.defined || (column >= 1 && column < model::builtin::count))) possible_ = false;
  for (SigId s = model::builtin::count; s < model.sigs().size(); ++s)
    for (const SigId parent : model.sig(s).parents)
      if (parent >= 1 && parent < model::builtin::count) possible_ = false;
  const auto addSubset = [&](const auto& self, SigId s) -> void {
    const model::Sig& sig = model.sig(s);
    if (!sig.subset || sig.isMeta || std::ranges::find(subsets_, s) != subsets_.end()) return;
    for (const SigId parent : sig.parents) self(self, parent);
    subsets_.push_back(s);
  };
  for (SigId s = model::builtin::count; s < model.sigs().size(); ++s) addSubset(addSubset, s);
}

std::uint64_t RandomValuations::below(std::uint64_t bound) {
  return support::nextRandom(random_) % bound;
}

std::optional<model::Instance> RandomValuations::next() {
  if (!possible_) return std::nullopt;
  constexpr double densities[] = {0.1, 0.25, 0.4, 0.6, 0.85};
  density_ = densities[below(std::size(densities))];
  std::vector<std::string> names;
  // Number of atoms so far, by the signature's name. Two signatures may have the same name, e.g. `Ord` if `util/ordering` is
  // opened twice.
  std::map<std::string, int> numbers;
  std::vector<std::pair<SigId, std::vector<Atom>>> tops;
  int room = sizes_.allAtoms;
  for (SigId s = model::builtin::count; s < model_.sigs().size(); ++s) {
    const model::Sig& sig = model_.sig(s);
    if (!model_.isTopLevel(s) || sig.isMeta) continue;
    int least = 0, most = std::min(sizes_.atoms, std::max(room, 1));
    if (sig.multiplicity == Multiplicity::one) least = most = 1;
    if (sig.multiplicity == Multiplicity::lone) most = 1;
    if (sig.multiplicity == Multiplicity::some) least = 1;
    for (const SigId child : sig.children)  // a child that is `one` or `some` needs an atom
      if (model_.sig(child).multiplicity == Multiplicity::one || model_.sig(child).multiplicity == Multiplicity::some) ++least;
    least = std::max(least, happens(0.06) ? 0 : 1);
    if (sig.isEnum) least = most = static_cast<int>(sig.children.size());
    const int count = least >= most ? least : least + static_cast<int>(below(static_cast<std::uint64_t>(most - least) + 1));
    room -= count;
    tops.emplace_back(s, std::vector<Atom>());
    for (int i = 0; i < count; ++i) {
      tops.back().second.push_back(static_cast<Atom>(names.size()));
      names.push_back(fmt::format("{}${}", sig.name, numbers[sig.name]++));
    }
  }
  if (names.size() > static_cast<std::size_t>(sizes_.allAtoms)) return std::nullopt;
  model::Instance instance;
  instance.universe = std::make_shared<const model::Universe>(names, std::vector<std::string>(), sizes_.bitwidth);
  instance.maxSequence = sizes_.maxSequence;
  const std::uint32_t size = instance.universe->size();
  State state;
  state.sigs.assign(model_.sigs().size(), TupleSet(size, 1));
  for (const model::Field& field : model_.fields()) state.fields.emplace_back(size, field.arity);
  for (const auto& [sig, atoms] : tops) {
    fillSig(sig, atoms, state, true);
  }
  for (const SigId subset : subsets_) fillSubset(subset, state);
  for (FieldId f = 0; f < model_.fields().size(); ++f)
    if (!model_.field(f).isMeta) fillField(f, state);
  instance.states.push_back(state);
  const auto states = 1 + below(static_cast<std::uint64_t>(sizes_.states));
  for (std::uint64_t i = 1; i < states; ++i) {
    State following = instance.states.back();
    change(instance.states.front(), following);
    instance.states.push_back(std::move(following));
  }
  instance.loop = static_cast<std::uint32_t>(below(instance.states.size()));
  return instance;
}

void RandomValuations::fillSig(SigId sig, const std::vector<Atom>& atoms, State& state, bool first) {
  const std::uint32_t size = state.sigs[sig].universeSize();
  TupleSet& set = state.sigs[sig];
  set.reset(size, 1);
  for (const Atom atom : atoms) set.insert({{atom}});
  divide(sig, state, first);
}

/// Divides the atoms of a signature among its children. After the first state, static children keep their atoms. The other
/// children share the remaining atoms.
void RandomValuations::divide(SigId parent, State& state, bool first) {
  std::vector<SigId> children = model_.sig(parent).children;
  TupleSet free = state.sigs[parent];
  if (!first)
    std::erase_if(children, [&](SigId child) {
      if (model_.sig(child).isVar) return false;
      free = free.subtract(state.sigs[child]);
      return true;
    });
  if (children.empty()) return;
  std::vector<Atom> atoms = free.atoms();
  std::vector<std::vector<Atom>> parts(children.size());
  for (std::size_t i = atoms.size(); i > 1; --i) std::swap(atoms[i - 1], atoms[below(i)]);
  for (std::size_t c = 0; c < children.size(); ++c)
    if (const Multiplicity m = model_.sig(children[c]).multiplicity;
        (m == Multiplicity::one || m == Multiplicity::some) && !atoms.empty()) {
      parts[c].push_back(atoms.back());
      atoms.pop_back();
    }
  for (const Atom atom : atoms) {
    const std::size_t choices = children.size() + (model_.sig(parent).isAbstract ? 0 : 1);
    const std::size_t chosen = below(choices);
    if (chosen == children.size()) continue;
    const Multiplicity m = model_.sig(children[chosen]).multiplicity;
    if (m == Multiplicity::one || (m == Multiplicity::lone && !parts[chosen].empty())) continue;
    parts[chosen].push_back(atom);
  }
  for (std::size_t c = 0; c < children.size(); ++c) fillSig(children[c], parts[c], state, first);
}

std::vector<Atom> RandomValuations::someOf(const std::vector<Atom>& atoms, Multiplicity multiplicity) {
  std::vector<Atom> chosen;
  if (atoms.empty()) return chosen;
  if (multiplicity == Multiplicity::one || (multiplicity == Multiplicity::lone && happens(density_)))
    return {atoms[below(atoms.size())]};
  if (multiplicity == Multiplicity::lone) return chosen;
  for (const Atom atom : atoms)
    if (happens(density_)) chosen.push_back(atom);
  if (multiplicity == Multiplicity::some && chosen.empty()) chosen.push_back(atoms[below(atoms.size())]);
  return chosen;
}

void RandomValuations::fillSubset(SigId subset, State& state) {
  const model::Sig& sig = model_.sig(subset);
  std::vector<Atom> atoms;
  for (const SigId parent : sig.parents) {
    const std::vector<Atom> own = state.sigs[parent].atoms();
    atoms.insert(atoms.end(), own.begin(), own.end());
  }
  std::ranges::sort(atoms);
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  if (!sig.subsetExact) atoms = someOf(atoms, sig.multiplicity);
  state.sigs[subset].reset(state.sigs[subset].universeSize(), 1);
  for (const Atom atom : atoms) state.sigs[subset].insert({{atom}});
}

void RandomValuations::fillField(FieldId id, State& state) {
  const model::Field& field = model_.field(id);
  const model::Expr& bound = model_.expr(field.bound);
  TupleSet& relation = state.fields[id];
  relation.reset(relation.universeSize(), field.arity);
  const auto atomsOf = [&](SigId sig) {
    if (sig != model::builtin::univ) return state.sigs[sig].atoms();
    std::vector<Atom> all;
    for (SigId s = model::builtin::count; s < model_.sigs().size(); ++s)
      if (model_.isTopLevel(s))
        for (const Atom atom : state.sigs[s].atoms()) all.push_back(atom);
    return all;
  };
  for (const model::Product& product : model_.type(field.type).products) {
    if (field.arity == 2) {
      const Multiplicity m = bound.op == Op::bound ? bound.rightMultiplicity : Multiplicity::set;
      for (const Atom from : atomsOf(product[0])) {
        if (m == Multiplicity::one || m == Multiplicity::lone) {  // at most one tuple begins with `from`
          if (!relation.domainRestrict(TupleSet::atom(relation.universeSize(), from)).empty()) continue;
        }
        for (const Atom to : someOf(atomsOf(product[1]), m)) relation.insert({{from, to}});
      }
      continue;
    }
    std::vector<Atom> tuple(product.size());
    const auto choose = [&](auto&& self, std::size_t column) -> void {
      if (column == product.size()) {
        if (happens(density_ * density_)) relation.insert(tuple);
        return;
      }
      // Only the right multiplicity of an arrow is respected. It limits the atoms in the last column.
      const bool last = column + 1 == product.size();
      const Multiplicity m = bound.op == Op::product && last ? bound.rightMultiplicity : Multiplicity::set;
      const std::vector<Atom> atoms = atomsOf(product[column]);
      if (m == Multiplicity::set) {
        for (const Atom atom : atoms) {
          tuple[column] = atom;
          self(self, column + 1);
        }
        return;
      }
      for (const Atom atom : someOf(atoms, m)) {
        tuple[column] = atom;
        relation.insert(tuple);
      }
    };
    choose(choose, 0);
  }
}

/// Changes the `var` relations from one state to the next. `first` is the first state of the trace.
void RandomValuations::change(const State& first, State& state) {
  if (happens(0.2)) return;
  for (SigId s = model::builtin::count; s < model_.sigs().size(); ++s) {
    const model::Sig& sig = model_.sig(s);
    if (!sig.isVar || sig.isMeta || happens(0.4)) continue;
    if (sig.subset || model_.isTopLevel(s)) {
      std::vector<Atom> atoms;
      if (model_.isTopLevel(s)) {
        for (const Atom atom : state.sigs[s].atoms())
          if (happens(0.7)) atoms.push_back(atom);
        if (happens(0.5))  // atoms that were removed in earlier states may come back
          for (const Atom atom : first.sigs[s].atoms())
            if (std::ranges::find(atoms, atom) == atoms.end() && happens(0.5)) atoms.push_back(atom);
        fillSig(s, atoms, state, false);
      }
    } else if (happens(0.7)) {
      divide(sig.parents[0], state, false);
    }
  }
  for (const SigId subset : subsets_)
    if (model_.sig(subset).isVar) fillSubset(subset, state);
  for (FieldId f = 0; f < model_.fields().size(); ++f) {
    if (!model_.field(f).isVar) continue;
    if (happens(0.6)) {
      fillField(f, state);
    } else {  // removes the tuples whose first atom left the field's signature
      TupleSet& relation = state.fields[f];
      relation = relation.domainRestrict(state.sigs[model_.field(f).sig]);
    }
  }
}

}  // namespace aunit::strength::synthesis
