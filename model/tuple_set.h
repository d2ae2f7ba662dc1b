// Finite relations over a small universe, and the relational algebra on them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace aunit::model {

/// Index of an atom in its Universe.
using Atom = std::uint32_t;

/// A set of tuples of one arity (>= 1) over atoms 0 .. universeSize-1.
///
/// A universe of up to 64 atoms makes a unary relation one machine word and a binary one a row of words, one per atom;
/// larger universes and arities hold sorted packed tuple codes. Operations take operands over the same universe; arities
/// as the language reference 8.2 demands (asserted, not checked).
class TupleSet {
 public:
  TupleSet() = default;  // empty, arity 1, universe 0
  TupleSet(std::uint32_t universeSize, std::uint32_t arity);

  static TupleSet singleton(std::uint32_t universeSize, std::span<const Atom> tuple);
  static TupleSet atom(std::uint32_t universeSize, Atom a);
  /// The atoms first .. last-1.
  static TupleSet range(std::uint32_t universeSize, Atom first, Atom last);
  static TupleSet identity(const TupleSet& unary);

  std::uint32_t arity() const { return arity_; }
  std::uint32_t universeSize() const { return universeSize_; }
  bool empty() const;
  std::uint64_t size() const;
  bool contains(std::span<const Atom> tuple) const;
  void insert(std::span<const Atom> tuple);
  void erase(std::span<const Atom> tuple);

  /// Calls f(std::span<const Atom>) for each tuple in lexicographic order.
  template <class F>
  void forEach(F&& f) const;
  /// Atoms of a unary set in order.
  std::vector<Atom> atoms() const;

  TupleSet unite(const TupleSet& b) const;
  TupleSet intersect(const TupleSet& b) const;
  TupleSet subtract(const TupleSet& b) const;
  TupleSet overrideWith(const TupleSet& b) const;
  TupleSet product(const TupleSet& b) const;
  TupleSet join(const TupleSet& b) const;
  TupleSet domainRestrict(const TupleSet& unary) const;  // unary <: *this
  TupleSet rangeRestrict(const TupleSet& unary) const;   // *this :> unary
  TupleSet transpose() const;
  TupleSet closure() const;  // without identity
  bool subsetOf(const TupleSet& b) const;
  bool intersects(const TupleSet& b) const;
  friend bool operator==(const TupleSet&, const TupleSet&);

 private:
  // The implementation chooses its own representation.
  std::uint32_t universeSize_ = 0;
  std::uint32_t arity_ = 1;
};

}  // namespace aunit::model
