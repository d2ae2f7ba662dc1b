// An index of a relation by its last column.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/relations/tuple_set.h"

namespace aunit::model {

/// The tuples of one relation, indexed by their last atom: for joins and restrictions by few such atoms, because relations are
/// sorted by first atoms. Construction takes time and memory proportional to the tuples. It stores tuple numbers, so it is valid
/// only for this relation, and until that changes.
class LastColumn {
 public:
  explicit LastColumn(const TupleSet& relation);

  /// The numbers (positions in order, from 0) of the tuples that end with this atom, ascending.
  std::span<const std::uint32_t> endingWith(Atom a) const;

  /// relation.atoms; `atoms` must be unary.
  void join(const TupleSet& relation, const TupleSet& atoms, TupleSet& out) const;
  /// relation :> atoms; `atoms` must be unary.
  void rangeRestrict(const TupleSet& relation, const TupleSet& atoms, TupleSet& out) const;

 private:
  std::vector<std::uint32_t> numbersOf(const TupleSet& atoms) const;

  std::vector<Atom> atoms_;            // atoms that end a tuple, ascending
  std::vector<std::uint32_t> first_;   // by index of atoms_: its first entry in tuples_; one more for the end
  std::vector<std::uint32_t> tuples_;  // tuple numbers, grouped by last atom
};

}  // namespace aunit::model
