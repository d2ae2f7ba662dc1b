// Relations as sparse matrices of circuit literals, and the relational algebra on them (Torlak & Jackson, TACAS 2007).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "model/source.h"
#include "solver/circuit/circuit.h"

namespace aunit::solver {

/// A tuple of atoms as one number. Its digits in base universeSize() are the atoms; the first atom is the highest digit.
using TupleCode = std::uint64_t;

/// A tuple and the condition under which it belongs to the relation.
struct Entry {
  TupleCode tuple;
  Lit holds;

  friend bool operator==(const Entry&, const Entry&) = default;
};

struct Path;

/// One relation. Entries are sorted by tuple; each tuple occurs once; an entry never has the condition `no` (false).
struct Matrix {
  std::uint8_t arity = 1;
  /// True if, in every instance, no two tuples differ in the last column only; a unary relation then has at most one tuple. False
  /// if this is not known.
  bool functional = false;
  std::vector<Entry> entries;
  /// In no-overflow mode: the condition that some integer from which this relation was made did not fit the bit width.
  Lit overflow = no;
  /// Set only if the relation was made as a join `start.r1.r2...`, where `start` has at most one atom and r1, r2, ... are
  /// functional.
  std::shared_ptr<const Path> path = nullptr;

  bool empty() const { return entries.empty(); }
};
using MatrixRef = std::shared_ptr<const Matrix>;

/// The operands of a join `start.r1.r2...`: `start` has at most one atom; `along` lists r1, r2, ...
struct Path {
  MatrixRef start;
  std::vector<MatrixRef> along;
};

/// Throws Unsupported if the Cartesian product of relations with `sizes` tuples has more than `most` tuples.
void checkProduct(std::span<const std::size_t> sizes, std::size_t most, model::Span span);

/// Default limit on the number of possible tuples of a relation.
inline constexpr std::size_t mostEntries = std::size_t{1} << 26;

/// Operations on matrices over one universe. Operands have arities as section 8.2 of the language reference demands.
class Algebra {
 public:
  /// Operations throw Unsupported when their result has more than `maximalEntries` tuples.
  Algebra(Circuit& circuit, std::uint32_t universeSize, std::size_t maximalEntries = mostEntries);

  Circuit& circuit() const { return circuit_; }
  std::uint32_t universeSize() const { return base_; }
  std::size_t maximalEntries() const { return maximalEntries_; }
  /// universeSize() to the power of `arity`. Throws Unsupported when the result exceeds 2^62.
  TupleCode power(unsigned arity) const;
  void decode(TupleCode tuple, std::span<std::uint32_t> atoms) const;
  TupleCode encode(std::span<const std::uint32_t> atoms) const;

  MatrixRef empty(unsigned arity) const;
  MatrixRef singleton(std::uint32_t atom) const;
  /// The relation that contains exactly the given tuples, in every instance. The tuples need not be sorted.
  MatrixRef constant(unsigned arity, std::vector<TupleCode> tuples) const;

  MatrixRef unite(const MatrixRef& a, const MatrixRef& b) const;
  MatrixRef unite(std::span<const MatrixRef> sets) const;
  MatrixRef intersect(const MatrixRef& a, const MatrixRef& b) const;
  MatrixRef subtract(const MatrixRef& a, const MatrixRef& b) const;
  MatrixRef overrideWith(const MatrixRef& a, const MatrixRef& b) const;
  MatrixRef product(const MatrixRef& a, const MatrixRef& b) const;
  MatrixRef join(const MatrixRef& a, const MatrixRef& b) const;
  MatrixRef domainRestrict(const MatrixRef& set, const MatrixRef& relation) const;
  MatrixRef rangeRestrict(const MatrixRef& relation, const MatrixRef& set) const;
  MatrixRef transpose(const MatrixRef& a) const;
  MatrixRef closure(const MatrixRef& a) const;
  MatrixRef ifThenElse(Lit condition, const MatrixRef& a, const MatrixRef& b) const;
  MatrixRef identity(const MatrixRef& set) const;
  /// The relation in `choices` whose condition holds. In each instance, exactly one of `conditions` must hold.
  MatrixRef select(std::span<const Lit> conditions, std::span<const MatrixRef> choices) const;
  /// The set of the atoms in the first or in the last column.
  MatrixRef firstColumn(const MatrixRef& a) const;
  MatrixRef lastColumn(const MatrixRef& a) const;

  /// If `a.path` is set: returns one pair for each atom that `a.path->start` may contain: the condition that `start` contains the
  /// atom, and the value of `a` in that case. If none of these conditions holds, `a` is empty. Formulas can use these values
  /// instead of `a`; relations with the same path share the values. The result is empty if `a.path` is not set, or if the circuit
  /// may not rely on declarations.
  std::vector<std::pair<Lit, MatrixRef>> choices(const Matrix& a) const;

  Lit subset(const MatrixRef& a, const MatrixRef& b) const;
  /// Whether `a` is a subset of `left -> right`, without computing the product.
  Lit subsetOfProduct(const MatrixRef& a, const MatrixRef& left, const MatrixRef& right) const;
  Lit equal(const MatrixRef& a, const MatrixRef& b) const;
  Lit some(const Matrix& a) const;
  Lit lone(const Matrix& a) const;
  Lit one(const Matrix& a) const;

 private:
  struct Term;
  class Rows;
  /// A cached result. Owns the operands, so that no other matrices get their addresses.
  struct CachedResult {
    MatrixRef a, b;
    MatrixRef relation;
    Lit formula = no;
  };
  void append(std::vector<Term>& terms, Matrix& out, bool exclusive = false) const;
  MatrixRef gather(unsigned arity, std::vector<Term>& terms, bool functional, Lit overflow) const;
  std::shared_ptr<Matrix> start(unsigned arity, const Matrix& a, const Matrix& b) const;
  void checkSize(std::size_t entries) const;
  MatrixRef row(const MatrixRef& relation, TupleCode atom) const;
  MatrixRef rememberedJoin(const MatrixRef& a, const MatrixRef& b) const;
  using Compare = Lit (Algebra::*)(const MatrixRef&, const MatrixRef&) const;
  using ComparedPairs = std::map<std::pair<const Matrix*, const Matrix*>, CachedResult>;
  std::optional<Lit> byChoices(const MatrixRef& a, const MatrixRef& b, Compare compare, ComparedPairs& known) const;

  Circuit& circuit_;
  std::uint32_t base_;
  std::size_t maximalEntries_;
  mutable std::map<std::pair<const Matrix*, TupleCode>, CachedResult> rows_;
  mutable ComparedPairs joins_, equalities_, subsets_;
};

}  // namespace aunit::solver
