// Computes the value of a relation after an update. Works over two algebras: sets of tuples (known_values.cpp), and tuples that
// each have a condition (symbolic/open_tuples.h).
#pragma once

#include <cstdint>

#include "suite/log/reading/mapping.h"

namespace aunit::suite::log {

/// The value of the relation `all` after an update; `initial` is the relation in the first state. An algebra has the usual
/// operations `atom`, `constant`, `unite`, `subtract`, `product`, `join` and `arity`, and
///   has(all, atom)           a set that is not empty if the unary relation `all` contains the atom
///   where(tuple, condition)  the tuple if the relation `condition` is not empty, else nothing
///   append(sequence, value)  the sequence with one more element
///   plus(set, update)        the set with `update.amount` added to its only number; see Update
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
      case Update::Kind::set: return algebra.constant(update.value);
      case Update::Kind::add: return algebra.unite(within(all), algebra.constant(update.value));
      case Update::Kind::remove: return algebra.subtract(within(all), algebra.constant(update.value));
      case Update::Kind::initial: return within(initial);
      case Update::Kind::append: return algebra.append(within(all), update.value);
      case Update::Kind::plus: return algebra.plus(within(all), update);
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
