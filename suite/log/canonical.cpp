#include "suite/log/canonical.h"

#include <algorithm>
#include <map>
#include <numeric>
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

std::string CanonicalKeys::keyOf(const Values& values, const std::vector<bool>& named, const Relations& counted, bool whole) const {
  std::vector<Tuples> all;
  for (std::size_t i = 0; i < numbers_.size(); ++i)
    if (counted[i]) add(all, values[i]);
  const std::size_t varying = all.size();
  std::vector<std::uint64_t> colour(size_);
  bool free = false;
  for (Atom a = 0; a < size_; ++a) {
    const bool own = distinguished_[a] || named[a];
    colour[a] = own ? mixed(1, a) : 2;
    free = free || !own;
  }
  const auto classes = [&] {
    std::vector<std::uint64_t> sorted = colour;
    std::ranges::sort(sorted);
    return static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
  };
  const auto refine = [&] {
    for (std::size_t before = classes();;) {
      std::vector<std::uint64_t> next = colour;
      std::uint64_t relation = 0;
      for (const std::vector<Tuples>* list : {static_cast<const std::vector<Tuples>*>(&all), &fixed_})
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
      const std::size_t after = classes();
      if (after == before) return;
      before = after;
    }
  };
  if (free) {
    refine();
    // Where atoms are still alike, one of them is told apart, and so on.
    for (std::uint64_t round = 0; classes() < size_; ++round) {
      std::map<std::uint64_t, std::vector<Atom>> groups;
      for (Atom a = 0; a < size_; ++a) groups[colour[a]].push_back(a);
      const auto first = std::ranges::find_if(groups, [](const auto& group) { return group.second.size() > 1; });
      if (first == groups.end()) break;
      colour[first->second.front()] = mixed(colour[first->second.front()], 1000 + round);
      refine();
    }
  }
  std::vector<Atom> order(size_);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, {}, [&](Atom a) { return colour[a]; });
  std::vector<std::uint32_t> rank(size_);
  for (std::uint32_t i = 0; i < size_; ++i) rank[order[i]] = i;
  std::string key;
  const auto put = [&](std::uint32_t number) {
    key += static_cast<char>(number & 0xff);
    key += static_cast<char>(number >> 8 & 0xff);
  };
  // The atoms that keep their names, where they stand in the order.
  for (std::uint32_t i = 0; i < size_ && free; ++i)
    if (distinguished_[order[i]] || named[order[i]]) put(order[i]), put(i);
  for (std::size_t r = 0; r < varying + (free || whole ? fixed_.size() : 0); ++r) {
    const Tuples& tuples = r < varying ? all[r] : fixed_[r - varying];
    std::vector<std::vector<std::uint32_t>> rows;
    for (std::size_t t = 0; t < tuples.atoms.size(); t += tuples.arity) {
      auto& row = rows.emplace_back();
      for (std::size_t i = 0; i < tuples.arity; ++i) row.push_back(free ? rank[tuples.atoms[t + i]] : tuples.atoms[t + i]);
    }
    std::ranges::sort(rows);
    put(static_cast<std::uint32_t>(rows.size()));
    put(0xfffe);
    for (const auto& row : rows)
      for (const std::uint32_t number : row) put(number);
  }
  return key;
}

}  // namespace aunit::suite::log
