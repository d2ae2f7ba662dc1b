// The values of an expression for many rows at once. Synthesis compares candidates by these values.
//
// A row is a valuation, one of its states, and values of the variables in scope. A column has one value for each row of a frame
// (batch_evaluator.h), packed. The value of a formula is one bit. The value of a set is a word with one bit for each possible
// atom. A binary relation has such a word for each atom, a ternary relation for each pair of atoms. So relational operators are
// loops over flat arrays. Two expressions are equal on all rows if the bytes of their columns are equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "model/expr.h"

namespace aunit::strength::synthesis {

/// Limits for the number of atoms of a valuation, and for the arity of a relation.
inline constexpr std::uint32_t maximalAtoms = 16;
inline constexpr std::uint32_t maximalColumns = 3;
inline constexpr std::uint32_t noAtom = 0xffffffff;

/// The kind of the values of a column.
struct Shape {
  model::Sort sort = model::Sort::formula;
  std::uint8_t arity = 0;  // for a relation: its arity, 1 to `maximalColumns`
  friend bool operator==(const Shape&, const Shape&) = default;
};
inline constexpr Shape formulaShape{model::Sort::formula, 0};
inline constexpr Shape integerShape{model::Sort::integer, 0};
constexpr Shape relationShape(std::uint32_t arity) {
  return {model::Sort::relation, static_cast<std::uint8_t>(arity)};
}

struct Column {
  Shape shape;
  std::vector<unsigned char> bytes;  // whole 64-bit words; unused bits are 0

  const std::uint64_t* words() const { return reinterpret_cast<const std::uint64_t*>(bytes.data()); }
  std::uint64_t* words() { return reinterpret_cast<std::uint64_t*>(bytes.data()); }
  std::size_t wordCount() const { return bytes.size() / 8; }
  bool bit(std::size_t row) const { return (words()[row / 64] >> (row % 64)) & 1; }
  void setBit(std::size_t row) { words()[row / 64] |= std::uint64_t{1} << (row % 64); }
  std::int32_t* integers() { return reinterpret_cast<std::int32_t*>(bytes.data()); }
  const std::int32_t* integers() const { return reinterpret_cast<const std::int32_t*>(bytes.data()); }

  friend bool operator==(const Column&, const Column&) = default;
};

/// Equal columns have equal hashes; different columns almost always have different hashes.
std::uint64_t hashOf(const Column& column);

/// A column of truth values, all false or all true.
Column truths(std::size_t rows, bool value = false);
/// Returns a mask for a column's last word: the bits that belong to rows are 1, the unused bits are 0.
std::uint64_t lastMask(std::size_t rows);
void negate(Column& column, std::size_t rows);

/// Relational operators on columns. Relations are over `atoms()` atoms. Operands must have `rows` rows, and arities that the
/// operator allows. Results go to `out`, which must not be an operand; its memory is reused.
class Algebra {
 public:
  virtual ~Algebra() = default;

  std::uint32_t atoms() const { return atoms_; }
  /// The atom that stands for all integers that are in no relation; noAtom if there are no such integers.
  std::uint32_t crowd() const { return crowd_; }

  /// Gives `out` this shape and `rows` rows, with all bits 0.
  void prepare(Column& out, Shape shape, std::size_t rows) const;
  /// The number of bytes of one row's value, for relations of this arity.
  virtual std::size_t bytesOf(std::uint32_t arity) const = 0;

  /// Adds a tuple to the relation of a row.
  virtual void insert(Column& relation, std::size_t row, const std::uint32_t* tuple) const = 0;
  virtual bool contains(const Column& relation, std::size_t row, const std::uint32_t* tuple) const = 0;
  /// The atoms of the set in this row, as bits.
  virtual std::uint32_t atomsOf(const Column& set, std::size_t row) const = 0;

  void unite(const Column& a, const Column& b, Column& out) const;
  void intersect(const Column& a, const Column& b, Column& out) const;
  void subtract(const Column& a, const Column& b, Column& out) const;
  virtual void join(const Column& a, const Column& b, std::size_t rows, Column& out) const = 0;
  virtual void product(const Column& a, const Column& b, std::size_t rows, Column& out) const = 0;
  virtual void restrictDomain(const Column& set, const Column& a, std::size_t rows, Column& out) const = 0;
  virtual void restrictRange(const Column& a, const Column& set, std::size_t rows, Column& out) const = 0;
  virtual void overrideWith(const Column& a, const Column& b, std::size_t rows, Column& out) const = 0;
  virtual void transpose(const Column& a, std::size_t rows, Column& out) const = 0;
  virtual void close(const Column& a, std::size_t rows, Column& out) const = 0;

  // Formulas.
  virtual void isIn(const Column& a, const Column& b, std::size_t rows, Column& out) const = 0;
  virtual void isEqual(const Column& a, const Column& b, std::size_t rows, Column& out) const = 0;
  virtual void isSome(const Column& a, std::size_t rows, Column& out) const = 0;
  /// Whether the relation has at most one tuple, by row.
  virtual void isLone(const Column& a, std::size_t rows, Column& out) const = 0;
  /// The number of tuples, by row. If a tuple contains the atom crowd(), the result is larger than the
  /// number of tuples of any relation.
  virtual void count(const Column& a, std::size_t rows, Column& out) const = 0;

  /// out[r] = a[source[r]]
  virtual void gather(const Column& a, const std::vector<std::uint32_t>& source, Column& out) const = 0;

 protected:
  Algebra(std::uint32_t atoms, std::uint32_t crowd) : atoms_(atoms), crowd_(crowd) {}

 private:
  std::uint32_t atoms_, crowd_;
};

/// `atoms` is the number of atoms, including `crowd`: from 1 to `maximalAtoms`.
std::unique_ptr<Algebra> makeAlgebra(std::uint32_t atoms, std::uint32_t crowd = noAtom);

}  // namespace aunit::strength::synthesis
