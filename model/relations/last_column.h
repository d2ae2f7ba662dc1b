// An index of a relation by its last column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/relations/tuple_set.h"

namespace aunit::model {

/// An index of the tuples of a relation by their last atom. Speeds up `r.atoms` and `r :> atoms` if `atoms` is small. Without it,
/// all tuples would have to be read, because they are sorted by first atoms. Construction takes time and memory proportional to
/// the number of tuples. The index contains tuple numbers, so it can be used only for this relation, and only until the relation
/// changes.
class LastColumn {
 public:
  explicit LastColumn(const TupleSet& relation);

  /// The numbers of the tuples that end with this atom, ascending. A tuple's number is its position in the relation, from 0.
  std::span<const std::uint32_t> endingWith(Atom a) const;

  /// Computes relation.atoms. `atoms` must be unary.
  void join(const TupleSet& relation, const TupleSet& atoms, TupleSet& out) const;
  /// Computes relation :> atoms. `atoms` must be unary.
  void rangeRestrict(const TupleSet& relation, const TupleSet& atoms, TupleSet& out) const;

 private:
  std::vector<std::uint32_t> numbersOf(const TupleSet& atoms) const;

  std::vector<Atom> atoms_;  // the atoms with which tuples end, ascending
  /// `tuples_[first_[i]]` is the first tuple that ends with `atoms_[i]`. The last element of `first_` is the size of `tuples_`.
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> tuples_;  // tuple numbers, grouped by last atom
};

}  // namespace aunit::model
