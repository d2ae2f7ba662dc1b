#include "suite/log/canonical.h"

#include <algorithm>
#include <map>
#include <span>

namespace aunit::suite::log {

using model::Atom;

namespace {

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9e3779b97f4a7c15u + b + 0x7f4a7c15u;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  return x ^ (x >> 32);
}

}  // namespace

CanonicalKeys::CanonicalKeys(const model::Model& model, const RelationNumbers& numbers, const model::Instance& frame)
    : numbers_(numbers), size_(frame.universe->size()), distinguished_(size_, false) {
  const model::State& state = frame.states.front();
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    if (sig.isVar) continue;
    if (sig.multiplicity == model::Multiplicity::one || (!sig.parents.empty() && model.sig(sig.parents.front()).isEnum))
      for (const Atom atom : state.sigs[id].atoms()) distinguished_[atom] = true;
    add(fixed_, state.sigs[id]);
  }
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    if (!model.field(id).isVar) add(fixed_, state.fields[id]);
  for (Atom atom = frame.universe->firstString(); atom < size_; ++atom) distinguished_[atom] = true;
}

void CanonicalKeys::add(std::vector<Tuples>& all, const model::TupleSet& set) const {
  Tuples& out = all.emplace_back();
  out.arity = set.arity();
  set.forEach([&](std::span<const Atom> tuple) { out.atoms.insert(out.atoms.end(), tuple.begin(), tuple.end()); });
}

std::vector<CanonicalKeys::Tuples> CanonicalKeys::varying(const Values& values, const Relations& counted) const {
  std::vector<Tuples> all;
  for (std::size_t i = 0; i < numbers_.size(); ++i)
    if (counted[i]) add(all, values[i]);
  return all;
}

/// The first colours; false where each atom keeps its name.
bool CanonicalKeys::colour(const std::vector<bool>& named, std::vector<std::uint64_t>& colour) const {
  colour.resize(size_);
  bool free = false;
  for (Atom a = 0; a < size_; ++a) {
    const bool own = distinguished_[a] || named[a];
    colour[a] = own ? mixed(1, a) : 2;
    free = free || !own;
  }
  return free;
}

void CanonicalKeys::refine(const std::vector<Tuples>& all, std::vector<std::uint64_t>& colour) const {
  const auto classes = [&] {
    std::vector<std::uint64_t> sorted = colour;
    std::ranges::sort(sorted);
    return std::unique(sorted.begin(), sorted.end()) - sorted.begin();
  };
  for (auto before = classes();;) {
    std::vector<std::uint64_t> next = colour;
    std::uint64_t relation = 0;
    for (const std::vector<Tuples>* list : {&all, &fixed_})
      for (const Tuples& tuples : *list) {
        ++relation;
        for (std::size_t t = 0; t < tuples.atoms.size(); t += tuples.arity) {
          std::uint64_t hash = relation;
          for (std::size_t i = 0; i < tuples.arity; ++i) hash = mixed(hash, colour[tuples.atoms[t + i]]);
          for (std::size_t i = 0; i < tuples.arity; ++i) next[tuples.atoms[t + i]] += mixed(hash, i + 17);
        }
      }
    for (Atom a = 0; a < size_; ++a) next[a] = mixed(colour[a], next[a]);
    colour = std::move(next);
    const auto after = classes();
    if (after == before) return;
    before = after;
  }
}

/// Describes the state by colours alone: where those of several atoms are equal, the atoms must lie in parts that hang together
/// only by other atoms, and differ within their part. False where they do not. Equal descriptions are those of isomorphic states.
bool CanonicalKeys::describe(const std::vector<Tuples>& all, const std::vector<std::uint64_t>& colour, std::string& out,
                             Orbits* orbits) const {
  std::vector<std::uint64_t> sorted = colour;
  std::ranges::sort(sorted);
  std::vector<bool> alike(size_);
  std::vector<Atom> part(size_);
  for (Atom a = 0; a < size_; ++a) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), colour[a]);
    alike[a] = last - first > 1;
    part[a] = a;
  }
  const auto root = [&](Atom a) {
    while (part[a] != a) a = part[a] = part[part[a]];
    return a;
  };
  const auto each = [&](const auto& visit) {
    std::size_t relation = 0;
    for (const std::vector<Tuples>* list : {&all, &fixed_})
      for (const Tuples& tuples : *list) {
        ++relation;
        for (std::size_t t = 0; t < tuples.atoms.size(); t += tuples.arity)
          visit(relation, std::span(tuples.atoms).subspan(t, tuples.arity));
      }
  };
  each([&](std::size_t, std::span<const Atom> tuple) {
    Atom first = 0;
    bool any = false;
    for (const Atom a : tuple) {
      if (!alike[a]) continue;
      if (any) part[root(a)] = root(first);
      first = a;
      any = true;
    }
  });
  std::vector<std::pair<Atom, std::uint64_t>> members;  // of parts
  for (Atom a = 0; a < size_; ++a)
    if (alike[a]) members.emplace_back(root(a), colour[a]);
  std::ranges::sort(members);
  if (std::ranges::adjacent_find(members) != members.end()) return false;
  std::map<Atom, std::vector<std::string>> rows;  // by part; those of no part under the number of atoms
  const auto put = [](std::string& text, std::uint64_t number) {
    text.append(reinterpret_cast<const char*>(&number), sizeof(number));
  };
  each([&](std::size_t relation, std::span<const Atom> tuple) {
    Atom of = size_;
    std::string row;
    put(row, relation);
    for (const Atom a : tuple) {
      if (alike[a]) of = root(a);
      put(row, colour[a]);
    }
    rows[of].push_back(std::move(row));
  });
  std::map<Atom, std::string> texts;
  for (const auto& [of, colourOf] : members) put(texts[of], colourOf);
  for (auto& [of, list] : rows) {
    std::ranges::sort(list);
    for (const std::string& row : list) texts[of] += row;
  }
  std::vector<const std::string*> described;
  for (const auto& [of, text] : texts) described.push_back(&text);
  std::ranges::sort(described, {}, [](const std::string* text) -> const std::string& { return *text; });
  out.clear();
  for (const std::string* text : described) out += std::to_string(text->size()) + ':' + *text;
  if (!orbits) return true;
  std::map<std::pair<std::string, std::uint64_t>, std::uint32_t> known;
  orbits->of.resize(size_);
  orbits->part.resize(size_);
  for (Atom a = 0; a < size_; ++a) {
    orbits->part[a] = alike[a] ? root(a) : a;
    orbits->of[a] = alike[a] ? known.emplace(std::pair(texts[root(a)], colour[a]), a).first->second : a;
  }
  return true;
}

Orbits CanonicalKeys::orbitsOf(const Values& values, const std::vector<bool>& named, const Relations& counted) const {
  Orbits orbits;
  std::vector<std::uint64_t> colours;
  if (!colour(named, colours)) return orbits;
  const std::vector<Tuples> all = varying(values, counted);
  refine(all, colours);
  std::string unused;
  if (!describe(all, colours, unused, &orbits)) return {};
  return orbits;
}

std::string CanonicalKeys::keyOf(const Values& values, const std::vector<bool>& named, const Relations& counted,
                                 bool whole) const {
  const std::vector<Tuples> all = varying(values, counted);
  std::vector<std::uint64_t> colours;
  if (colour(named, colours)) {
    std::string described;
    refine(all, colours);
    // Where the parts do not tell atoms apart, one of them is told apart, and so on.
    for (std::uint64_t round = 0; !describe(all, colours, described); ++round) {
      std::map<std::uint64_t, std::vector<Atom>> groups;
      for (Atom a = 0; a < size_; ++a) groups[colours[a]].push_back(a);
      const auto first = std::ranges::find_if(groups, [](const auto& group) { return group.second.size() > 1; });
      colours[first->second.front()] = mixed(first->first, 1000 + round);
      refine(all, colours);
    }
    return described;
  }
  std::string key;
  const auto put = [&](const std::vector<Tuples>& list) {
    for (const Tuples& tuples : list) {
      key += std::to_string(tuples.atoms.size()) + ':';
      for (const Atom atom : tuples.atoms) key.append(reinterpret_cast<const char*>(&atom), sizeof(atom));
    }
  };
  put(all);
  if (whole) put(fixed_);
  return key;
}

}  // namespace aunit::suite::log
