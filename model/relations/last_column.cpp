#include "model/relations/last_column.h"

#include <algorithm>

#include "support/cancellation.h"

namespace aunit::model {

LastColumn::LastColumn(const TupleSet& relation) {
  support::spend(relation.size() * 32);
  std::vector<std::uint64_t> order;  // by tuple: its last atom in the upper half of the word, its number in the lower half
  order.reserve(relation.size());
  relation.forEach([&](std::span<const Atom> tuple) { order.push_back(std::uint64_t{tuple.back()} << 32 | order.size()); });
  std::sort(order.begin(), order.end());
  tuples_.reserve(order.size());
  for (const std::uint64_t entry : order) {
    const auto atom = static_cast<Atom>(entry >> 32);
    if (atoms_.empty() || atoms_.back() != atom) {
      atoms_.push_back(atom);
      first_.push_back(static_cast<std::uint32_t>(tuples_.size()));
    }
    tuples_.push_back(static_cast<std::uint32_t>(entry));
  }
  first_.push_back(static_cast<std::uint32_t>(tuples_.size()));
}

std::span<const std::uint32_t> LastColumn::endingWith(Atom a) const {
  const auto found = std::lower_bound(atoms_.begin(), atoms_.end(), a);
  if (found == atoms_.end() || *found != a) return {};
  const auto i = static_cast<std::size_t>(found - atoms_.begin());
  return {tuples_.data() + first_[i], first_[i + 1] - first_[i]};
}

std::vector<std::uint32_t> LastColumn::numbersOf(const TupleSet& atoms) const {
  std::vector<std::uint32_t> out;
  atoms.forEach([&](std::span<const Atom> atom) {
    const auto numbers = endingWith(atom[0]);
    support::spend(numbers.size() + 16);
    out.insert(out.end(), numbers.begin(), numbers.end());
  });
  std::sort(out.begin(), out.end());
  return out;
}

void LastColumn::join(const TupleSet& relation, const TupleSet& atoms, TupleSet& out) const {
  out.reset(relation.universeSize(), relation.arity() - 1);
  std::vector<Atom> tuple(relation.arity());
  for (const std::uint32_t number : numbersOf(atoms)) {
    relation.readTuple(number, tuple);
    out.append(std::span<const Atom>(tuple).first(out.arity()));
  }
}

void LastColumn::rangeRestrict(const TupleSet& relation, const TupleSet& atoms, TupleSet& out) const {
  out.reset(relation.universeSize(), relation.arity());
  std::vector<Atom> tuple(relation.arity());
  for (const std::uint32_t number : numbersOf(atoms)) {
    relation.readTuple(number, tuple);
    out.append(tuple);
  }
}

}  // namespace aunit::model
