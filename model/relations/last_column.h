// An index of a relation by its last column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/relations/tuple_set.h"

namespace aunit::model {

/// The tuples of one relation by the atom they end with, for joins and restrictions that name few of these atoms: tuples are in
/// order by their first atoms only. Made in time and memory in proportion to the tuples; knows the relation by its tuples'
/// numbers, so that it serves that relation alone, and as long as it does not change.
class LastColumn {
 public:
  explicit LastColumn(const TupleSet& relation);

  /// The numbers (in order, from 0) of the tuples that end with this atom, ascending.
  std::span<const std::uint32_t> endingWith(Atom a) const;

  /// relation.unary, for an `atoms` of arity 1
  void join(const TupleSet& relation, const TupleSet& atoms, TupleSet& out) const;
  /// relation :> unary
  void rangeRestrict(const TupleSet& relation, const TupleSet& atoms, TupleSet& out) const;

 private:
  std::vector<std::uint32_t> numbersOf(const TupleSet& atoms) const;

  std::vector<Atom> atoms_;            // that a tuple ends with, ascending
  std::vector<std::uint32_t> first_;   // by index of atoms_, and the end
  std::vector<std::uint32_t> tuples_;  // numbers
};

}  // namespace aunit::model
