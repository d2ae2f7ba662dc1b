// The value of a relation after an update, over any algebra: of known tuples (reading/mapping.cpp), of tuples with conditions
// (symbolic/open_tuples.h).
#pragma once

#include <cstdint>

#include "suite/log/reading/mapping.h"

namespace aunit::suite::log {

/// `initial` is the relation's first value. An algebra has `atom`, `constant`, `unite`, `subtract`, `product` and `join` as
/// usual, `arity`, and
///   has(all, atom)           arity 1, not empty if the set has the atom
///   where(tuple, condition)  the tuple if the condition, a relation, is not empty
///   append(sequence, value)  with the value behind the last one
///   plus(set, update)        the set of the one number with the update's amount added; see Update
template <class Algebra, class Relation>
Relation updated(const Algebra& algebra, const Update& update, const Relation& all, const Relation& initial) {
  const auto within = [&](const Relation& relation) {
    Relation rest = relation;
    for (const model::Atom atom : update.prefix)
      rest = algebra.arity(rest) == 1 ? algebra.has(rest, atom) : algebra.join(algebra.atom(atom), rest);
    return rest;
  };
  const auto value = [&]() -> Relation {
    switch (update.does) {
      case Update::Does::set: return algebra.constant(update.value);
      case Update::Does::add: return algebra.unite(within(all), algebra.constant(update.value));
      case Update::Does::remove: return algebra.subtract(within(all), algebra.constant(update.value));
      case Update::Does::initial: return within(initial);
      case Update::Does::append: return algebra.append(within(all), update.value);
      case Update::Does::plus: return algebra.plus(within(all), update);
    }
    return all;
  };
  if (update.prefix.empty()) return value();
  Relation prefix = algebra.atom(update.prefix.front());
  for (std::size_t i = 1; i < update.prefix.size(); ++i) prefix = algebra.product(prefix, algebra.atom(update.prefix[i]));
  if (update.prefix.size() == algebra.arity(all))
    return algebra.unite(algebra.subtract(all, prefix), algebra.where(prefix, value()));
  return algebra.unite(algebra.subtract(all, algebra.product(prefix, within(all))), algebra.product(prefix, value()));
}

}  // namespace aunit::suite::log
