#include "suite/log/canonical.h"

#include <algorithm>
#include <map>

#include "support/hash.h"

namespace aunit::suite::log {

using model::Atom;
using support::mixed;

CanonicalKeys::CanonicalKeys(const model::Model& model, const RelationNumbers& numbers, const model::Instance& frame)
    : numbers_(numbers), size_(frame.universe->size()), kind_(size_, 2), distinguished_(size_, false) {
  const model::State& state = frame.states.front();
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    const model::Sig& sig = model.sig(id);
    if (sig.isVar) continue;
    if (sig.multiplicity == model::Multiplicity::one || (!sig.parents.empty() && model.sig(sig.parents.front()).isEnum))
      for (const Atom atom : state.sigs[id].atoms()) distinguished_[atom] = true;
    add(sets_, state.sigs[id]);
  }
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    if (!model.field(id).isVar) add(fixed_, state.fields[id]);
  for (Atom atom = frame.universe->firstString(); atom < size_; ++atom) distinguished_[atom] = true;
  for (std::size_t i = 0; i < sets_.size(); ++i)
    for (const Atom atom : sets_[i].atoms) kind_[atom] = mixed(kind_[atom], i);
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

/// Sets the initial colours. Returns false if no atom may be renamed.
bool CanonicalKeys::colour(const std::vector<bool>& named, std::vector<std::uint64_t>& colour) const {
  colour.resize(size_);
  bool free = false;
  for (Atom a = 0; a < size_; ++a) {
    const bool own = distinguished_[a] || named[a];
    colour[a] = own ? mixed(1, a) : kind_[a];
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
    forEachTuple(all, [&](std::uint64_t relation, std::span<const Atom> tuple) {
      std::uint64_t hash = relation;
      for (const Atom a : tuple) hash = mixed(hash, colour[a]);
      for (std::size_t i = 0; i < tuple.size(); ++i) next[tuple[i]] += mixed(hash, i + 17);
    });
    for (Atom a = 0; a < size_; ++a) next[a] = mixed(colour[a], next[a]);
    colour = std::move(next);
    const auto after = classes();
    if (after == before) return;
    before = after;
  }
}

/// Finds twins: atoms whose exchange leaves the state unchanged. Gives different colours to atoms that are twins of each other;
/// which atom gets which colour does not matter. Returns for each atom the first of its twins. Does not find twins that are in a
/// common tuple.
std::vector<Atom> CanonicalKeys::tellTwinsApart(const std::vector<Tuples>& all, std::vector<std::uint64_t>& colour) const {
  std::vector<Atom> twin(size_);
  for (Atom a = 0; a < size_; ++a) twin[a] = a;
  std::vector<Atom> byColour = twin;
  std::ranges::sort(byColour, {}, [&](Atom a) { return std::pair(colour[a], a); });
  std::vector<bool> alike(size_, false);
  for (std::size_t i = 1; i < size_; ++i)
    if (colour[byColour[i - 1]] == colour[byColour[i]]) alike[byColour[i - 1]] = alike[byColour[i]] = true;
  std::erase_if(byColour, [&](Atom a) { return !alike[a]; });
  if (byColour.empty()) return twin;
  // For each atom, the tuples that contain it, with `hole` in its place. Each tuple is encoded as a number.
  std::vector<std::vector<std::uint64_t>> rows(size_);
  const std::uint64_t hole = size_, base = hole + 1;
  std::uint32_t widest = 1;
  for (const std::vector<Tuples>* list : {&all, &fixed_})
    for (const Tuples& tuples : *list) widest = std::max(widest, tuples.arity);
  std::uint64_t most = all.size() + fixed_.size() + 1;
  for (std::uint32_t i = 0; i < widest; ++i) {
    if (most > ~std::uint64_t{0} / base) return twin;
    most *= base;
  }
  forEachTuple(all, [&](std::uint64_t relation, std::span<const Atom> tuple) {
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      if (!alike[tuple[i]] || std::ranges::find(tuple.first(i), tuple[i]) != tuple.first(i).end()) continue;
      std::uint64_t row = relation;
      for (const Atom other : tuple) row = row * base + (other == tuple[i] ? hole : other);
      for (std::size_t column = tuple.size(); column < widest; ++column) row *= base;
      rows[tuple[i]].push_back(row);
    }
  });
  for (const Atom a : byColour) std::ranges::sort(rows[a]);
  std::ranges::stable_sort(byColour,
                           [&](Atom a, Atom b) { return colour[a] != colour[b] ? colour[a] < colour[b] : rows[a] < rows[b]; });
  const std::vector<std::uint64_t> before = colour;
  const auto areTwins = [&](Atom a, Atom b) { return before[a] == before[b] && rows[a] == rows[b]; };
  for (std::size_t i = 0; i < byColour.size();) {
    const Atom first = byColour[i];
    std::size_t end = i + 1;
    while (end < byColour.size() && areTwins(first, byColour[end])) ++end;
    for (std::size_t k = i; end > i + 1 && k < end; ++k) {
      twin[byColour[k]] = first;
      colour[byColour[k]] = mixed(mixed(before[first], 31), k - i);
    }
    i = end;
  }
  return twin;
}

/// Describes the state by the colours of its atoms. A part is a set of atoms that are connected by common tuples; an atom with a
/// unique colour belongs to no part. Returns false if two atoms of one part have the same colour. States with equal descriptions
/// are isomorphic.
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
  forEachTuple(all, [&](std::uint64_t, std::span<const Atom> tuple) {
    Atom first = 0;
    bool any = false;
    for (const Atom a : tuple) {
      if (!alike[a]) continue;
      if (any) part[root(a)] = root(first);
      first = a;
      any = true;
    }
  });
  std::vector<std::pair<Atom, std::uint64_t>> members;  // for each atom whose colour is not unique: its part and its colour
  for (Atom a = 0; a < size_; ++a)
    if (alike[a]) members.emplace_back(root(a), colour[a]);
  std::ranges::sort(members);
  if (std::ranges::adjacent_find(members) != members.end()) return false;
  // Sorts the tuples by the part that they belong to. `Row::of` is an atom that stands for this part, or `size_` if a tuple is in
  // no part.
  std::vector<std::uint64_t> words;
  struct Row {
    Atom of;
    std::size_t begin, end;  // range in `words`
  };
  std::vector<Row> rows;
  forEachTuple(all, [&](std::uint64_t relation, std::span<const Atom> tuple) {
    rows.push_back({size_, words.size(), words.size() + 1 + tuple.size()});
    Row& row = rows.back();
    words.push_back(relation);
    for (const Atom a : tuple) {
      if (alike[a]) row.of = root(a);
      words.push_back(colour[a]);
    }
  });
  const auto wordsOf = [&](const Row& row) { return std::span(words).subspan(row.begin, row.end - row.begin); };
  std::ranges::sort(rows, [&](const Row& a, const Row& b) {
    return a.of != b.of
               ? a.of < b.of
               : std::lexicographical_compare(wordsOf(a).begin(), wordsOf(a).end(), wordsOf(b).begin(), wordsOf(b).end());
  });
  std::vector<std::string> texts;                // description of each part
  std::vector<std::uint32_t> textOf(size_ + 1);  // for each part: index into `texts`
  const auto put = [&](std::span<const std::uint64_t> numbers) {
    texts.back().append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
  };
  auto row = rows.begin();
  auto member = members.begin();
  while (row != rows.end() || member != members.end()) {
    const Atom of = member == members.end() ? size_ : member->first;
    textOf[of] = static_cast<std::uint32_t>(texts.size());
    texts.emplace_back();
    for (; member != members.end() && member->first == of; ++member) put(std::span(&member->second, 1));
    for (; row != rows.end() && row->of == of; ++row) put(wordsOf(*row));
  }
  std::vector<const std::string*> described;
  for (const std::string& text : texts) described.push_back(&text);
  std::ranges::sort(described, {}, [](const std::string* text) -> const std::string& { return *text; });
  out.clear();
  for (const std::string* text : described) out += std::to_string(text->size()) + ':' + *text;
  if (!orbits) return true;
  std::map<std::pair<std::string, std::uint64_t>, std::uint32_t> known;
  orbits->of.resize(size_);
  orbits->part.resize(size_);
  for (Atom a = 0; a < size_; ++a) {
    orbits->part[a] = alike[a] ? root(a) : a;
    orbits->of[a] = alike[a] ? known.emplace(std::pair(texts[textOf[root(a)]], colour[a]), a).first->second : a;
  }
  return true;
}

Orbits CanonicalKeys::orbitsOf(const Values& values, const std::vector<bool>& named, const Relations& counted) const {
  Orbits orbits;
  std::vector<std::uint64_t> colours;
  if (!colour(named, colours)) return orbits;
  const std::vector<Tuples> all = varying(values, counted);
  refine(all, colours);
  const std::vector<Atom> twin = tellTwinsApart(all, colours);
  std::string unused;
  if (!describe(all, colours, unused, &orbits)) {  // then only twins are known to be in one orbit
    orbits.of.assign(twin.begin(), twin.end());
    orbits.part.resize(size_);
    for (Atom a = 0; a < size_; ++a) orbits.part[a] = a;
    return orbits;
  }
  // If two atoms are in one orbit, so are their twins.
  std::vector<std::uint32_t> first(size_);
  for (Atom a = 0; a < size_; ++a) first[a] = a;
  const auto root = [&](std::uint32_t a) {
    while (first[a] != a) a = first[a] = first[first[a]];
    return a;
  };
  for (Atom a = 0; a < size_; ++a) first[root(orbits.of[a])] = root(orbits.of[twin[a]]);
  for (Atom a = 0; a < size_; ++a) orbits.of[a] = root(orbits.of[a]);
  return orbits;
}

std::string CanonicalKeys::keyOf(const Values& values, const std::vector<bool>& named, const Relations& counted,
                                 bool whole) const {
  std::vector<Tuples> all = varying(values, counted);
  if (whole) all.insert(all.end(), sets_.begin(), sets_.end());
  std::vector<std::uint64_t> colours;
  if (colour(named, colours)) {
    std::string described;
    refine(all, colours);
    tellTwinsApart(all, colours);
    // While the colours are not sufficient for a description, takes the first group of atoms that have the same colour, and gives
    // one of these atoms a new colour.
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
