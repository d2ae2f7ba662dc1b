#include "strength/synthesis/columns.h"

#include <array>
#include <bit>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace aunit::strength::synthesis {

using model::Sort;

std::uint64_t hashOf(const Column& column) {
  return XXH3_64bits_withSeed(column.bytes.data(), column.bytes.size(), column.shape.arity + 1u);
}

std::uint64_t lastMask(std::size_t rows) {
  return rows % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << (rows % 64)) - 1;
}

Column truths(std::size_t rows, bool value) {
  Column column{formulaShape, std::vector<unsigned char>((rows + 63) / 64 * 8, value ? 0xff : 0)};
  if (value && rows != 0) column.words()[column.wordCount() - 1] &= lastMask(rows);
  return column;
}

void negate(Column& column, std::size_t rows) {
  for (std::size_t i = 0; i < column.wordCount(); ++i) column.words()[i] = ~column.words()[i];
  if (rows != 0) column.words()[column.wordCount() - 1] &= lastMask(rows);
}

void Algebra::prepare(Column& out, Shape shape, std::size_t rows) const {
  const std::size_t bytes = shape.sort == Sort::formula   ? (rows + 63) / 64 * 8
                            : shape.sort == Sort::integer ? rows * sizeof(std::int32_t)
                                                          : rows * bytesOf(shape.arity);
  out.shape = shape;
  out.bytes.assign((bytes + 7) / 8 * 8, 0);
}

void Algebra::unite(const Column& a, const Column& b, Column& out) const {
  out.shape = a.shape;
  out.bytes.resize(a.bytes.size());
  for (std::size_t i = 0; i < a.wordCount(); ++i) out.words()[i] = a.words()[i] | b.words()[i];
}

void Algebra::intersect(const Column& a, const Column& b, Column& out) const {
  out.shape = a.shape;
  out.bytes.resize(a.bytes.size());
  for (std::size_t i = 0; i < a.wordCount(); ++i) out.words()[i] = a.words()[i] & b.words()[i];
}

void Algebra::subtract(const Column& a, const Column& b, Column& out) const {
  out.shape = a.shape;
  out.bytes.resize(a.bytes.size());
  for (std::size_t i = 0; i < a.wordCount(); ++i) out.words()[i] = a.words()[i] & ~b.words()[i];
}

namespace {

/// A `Word` holds a set, with one bit per atom. A relation of arity k over n atoms has n^(k-1) words. The index of a word is made
/// from the first k-1 atoms of its tuples.
template <class Word>
class PackedAlgebra final : public Algebra {
 public:
  PackedAlgebra(std::uint32_t atoms, std::uint32_t crowd)
      : Algebra(atoms, crowd), size_{0, 1, atoms, std::size_t{atoms} * atoms} {}

  std::size_t bytesOf(std::uint32_t arity) const override { return size_[arity] * sizeof(Word); }

  void insert(Column& relation, std::size_t row, const std::uint32_t* tuple) const override {
    const std::uint32_t arity = relation.shape.arity;
    at(relation, row)[index(tuple, arity)] |= bit(tuple[arity - 1]);
  }
  bool contains(const Column& relation, std::size_t row, const std::uint32_t* tuple) const override {
    const std::uint32_t arity = relation.shape.arity;
    return (at(relation, row)[index(tuple, arity)] & bit(tuple[arity - 1])) != 0;
  }
  std::uint32_t atomsOf(const Column& set, std::size_t row) const override { return *at(set, row); }

  void join(const Column& a, const Column& b, std::size_t rows, Column& out) const override {
    const std::uint32_t p = a.shape.arity, q = b.shape.arity;
    prepare(out, relationShape(p + q - 2), rows);
    const std::size_t left = size_[p], right = size_[q], result = size_[p + q - 2];
    const Word *x = at(a, 0), *y = at(b, 0);
    Word* z = at(out, 0);
    if (q == 1) {
      for (std::size_t r = 0; r < rows; ++r, x += left, ++y, z += result)
        for (std::size_t i = 0; i < left; ++i)
          if (x[i] & *y) z[i / atoms()] |= bit(static_cast<std::uint32_t>(i % atoms()));
      return;
    }
    const std::size_t block = size_[q - 1];
    for (std::size_t r = 0; r < rows; ++r, x += left, y += right, z += result)
      for (std::size_t i = 0; i < left; ++i)
        for (std::uint32_t bits = x[i]; bits != 0; bits &= bits - 1) {
          const Word* from = y + static_cast<std::size_t>(std::countr_zero(bits)) * block;
          for (std::size_t k = 0; k < block; ++k) z[i * block + k] |= from[k];
        }
  }

  void product(const Column& a, const Column& b, std::size_t rows, Column& out) const override {
    const std::uint32_t p = a.shape.arity, q = b.shape.arity;
    prepare(out, relationShape(p + q), rows);
    const std::size_t left = size_[p], right = size_[q], result = size_[p + q];
    const Word *x = at(a, 0), *y = at(b, 0);
    Word* z = at(out, 0);
    for (std::size_t r = 0; r < rows; ++r, x += left, y += right, z += result)
      for (std::size_t i = 0; i < left; ++i)
        for (std::uint32_t bits = x[i]; bits != 0; bits &= bits - 1)
          std::memcpy(z + (i * atoms() + static_cast<std::size_t>(std::countr_zero(bits))) * right, y, right * sizeof(Word));
  }

  void restrictDomain(const Column& set, const Column& a, std::size_t rows, Column& out) const override {
    prepare(out, a.shape, rows);
    const std::size_t size = size_[a.shape.arity];
    const Word *x = at(a, 0), *s = at(set, 0);
    Word* z = at(out, 0);
    if (a.shape.arity == 1) {
      for (std::size_t r = 0; r < rows; ++r) z[r] = x[r] & s[r];
      return;
    }
    const std::size_t block = size / atoms();
    for (std::size_t r = 0; r < rows; ++r, x += size, ++s, z += size)
      for (std::uint32_t bits = *s; bits != 0; bits &= bits - 1) {
        const std::size_t from = static_cast<std::size_t>(std::countr_zero(bits)) * block;
        for (std::size_t k = from; k < from + block; ++k) z[k] = x[k];
      }
  }

  void restrictRange(const Column& a, const Column& set, std::size_t rows, Column& out) const override {
    prepare(out, a.shape, rows);
    const std::size_t size = size_[a.shape.arity];
    const Word *x = at(a, 0), *s = at(set, 0);
    Word* z = at(out, 0);
    for (std::size_t r = 0; r < rows; ++r, x += size, ++s, z += size)
      for (std::size_t k = 0; k < size; ++k) z[k] = x[k] & *s;
  }

  void overrideWith(const Column& a, const Column& b, std::size_t rows, Column& out) const override {
    out = a;
    const std::size_t size = size_[a.shape.arity];
    if (a.shape.arity == 1) {  // for sets, `++` is the union
      unite(a, b, out);
      return;
    }
    const std::size_t block = size / atoms();
    const Word* y = at(b, 0);
    Word* z = at(out, 0);
    for (std::size_t r = 0; r < rows; ++r, y += size, z += size)
      for (std::size_t i = 0; i < size; i += block) {
        Word any = 0;
        for (std::size_t k = i; k < i + block; ++k) any |= y[k];
        if (any)
          for (std::size_t k = i; k < i + block; ++k) z[k] = y[k];
      }
  }

  void transpose(const Column& a, std::size_t rows, Column& out) const override {
    prepare(out, a.shape, rows);
    const Word* x = at(a, 0);
    Word* z = at(out, 0);
    for (std::size_t r = 0; r < rows; ++r, x += atoms(), z += atoms())
      for (std::uint32_t i = 0; i < atoms(); ++i)
        for (std::uint32_t bits = x[i]; bits != 0; bits &= bits - 1) z[std::countr_zero(bits)] |= bit(i);
  }

  void close(const Column& a, std::size_t rows, Column& out) const override {
    out = a;
    Word* z = at(out, 0);
    for (std::size_t r = 0; r < rows; ++r, z += atoms())
      for (std::uint32_t k = 0; k < atoms(); ++k)
        for (std::uint32_t i = 0; i < atoms(); ++i)
          if (z[i] & bit(k)) z[i] |= z[k];
  }

  void isIn(const Column& a, const Column& b, std::size_t rows, Column& out) const override {
    const std::size_t size = size_[a.shape.arity];
    const Word *x = at(a, 0), *y = at(b, 0);
    decide(rows, out, [&](std::size_t r) {
      Word beyond = 0;
      for (std::size_t k = r * size; k < (r + 1) * size; ++k) beyond |= static_cast<Word>(x[k] & ~y[k]);
      return beyond == 0;
    });
  }
  void isEqual(const Column& a, const Column& b, std::size_t rows, Column& out) const override {
    const std::size_t size = size_[a.shape.arity];
    const Word *x = at(a, 0), *y = at(b, 0);
    decide(rows, out, [&](std::size_t r) {
      Word different = 0;
      for (std::size_t k = r * size; k < (r + 1) * size; ++k) different |= static_cast<Word>(x[k] ^ y[k]);
      return different == 0;
    });
  }
  void isSome(const Column& a, std::size_t rows, Column& out) const override {
    const std::size_t size = size_[a.shape.arity];
    const Word* x = at(a, 0);
    decide(rows, out, [&](std::size_t r) {
      Word any = 0;
      for (std::size_t k = r * size; k < (r + 1) * size; ++k) any |= x[k];
      return any != 0;
    });
  }
  void isLone(const Column& a, std::size_t rows, Column& out) const override {
    const std::size_t size = size_[a.shape.arity];
    const Word* x = at(a, 0);
    decide(rows, out, [&](std::size_t r) {
      Word any = 0;
      bool several = false;
      for (std::size_t k = r * size; k < (r + 1) * size; ++k) {
        several |= (x[k] != 0 && any != 0) || (x[k] & (x[k] - 1)) != 0 || (x[k] != 0 && isCrowded(x[k], k - r * size));
        any |= x[k];
      }
      return !several;
    });
  }
  void count(const Column& a, std::size_t rows, Column& out) const override {
    prepare(out, integerShape, rows);
    const std::size_t size = size_[a.shape.arity];
    const Word* x = at(a, 0);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t k = r * size; k < (r + 1) * size; ++k)
        if (x[k] != 0) out.integers()[r] += isCrowded(x[k], k - r * size) ? multitude : std::popcount(x[k]);
  }

  void gather(const Column& a, const std::vector<std::uint32_t>& source, Column& out) const override {
    prepare(out, a.shape, source.size());
    if (a.shape.sort == Sort::formula) {
      for (std::size_t r = 0; r < source.size(); ++r)
        if (a.bit(source[r])) out.setBit(r);
    } else if (a.shape.sort == Sort::integer) {
      for (std::size_t r = 0; r < source.size(); ++r) out.integers()[r] = a.integers()[source[r]];
    } else {
      const std::size_t bytes = bytesOf(a.shape.arity);
      for (std::size_t r = 0; r < source.size(); ++r)
        std::memcpy(out.bytes.data() + r * bytes, a.bytes.data() + source[r] * bytes, bytes);
    }
  }

 private:
  static constexpr int multitude = 1 << 16;

  /// Whether a tuple of this word contains the atom crowd(). The last atom of a tuple is a bit of the word. The other atoms are
  /// coded in the word's index `place`.
  bool isCrowded(Word word, std::size_t place) const {
    if (crowd() == noAtom) return false;
    return (word & bit(crowd())) != 0 || (place % atoms() == crowd() && place != 0) || place / atoms() == crowd();
  }

  const Word* at(const Column& c, std::size_t row) const {
    return reinterpret_cast<const Word*>(c.bytes.data()) + row * size_[c.shape.arity];
  }
  Word* at(Column& c, std::size_t row) const { return reinterpret_cast<Word*>(c.bytes.data()) + row * size_[c.shape.arity]; }
  static Word bit(std::uint32_t atom) { return static_cast<Word>(1u << atom); }
  std::size_t index(const std::uint32_t* tuple, std::uint32_t arity) const {
    std::size_t result = 0;
    for (std::uint32_t i = 0; i + 1 < arity; ++i) result = result * atoms() + tuple[i];
    return result;
  }

  template <class Decide>
  void decide(std::size_t rows, Column& out, Decide&& holds) const {
    out.shape = formulaShape;
    out.bytes.resize((rows + 63) / 64 * 8);
    for (std::size_t w = 0, r = 0; w < out.wordCount(); ++w) {
      std::uint64_t word = 0;
      for (std::size_t i = 0; i < 64 && r < rows; ++i, ++r) word |= std::uint64_t{holds(r)} << i;
      out.words()[w] = word;
    }
  }

  std::array<std::size_t, maximalColumns + 1> size_;
};

}  // namespace

std::unique_ptr<Algebra> makeAlgebra(std::uint32_t atoms, std::uint32_t crowd) {
  if (atoms <= 8) return std::make_unique<PackedAlgebra<std::uint8_t>>(atoms, crowd);
  return std::make_unique<PackedAlgebra<std::uint16_t>>(atoms, crowd);
}

}  // namespace aunit::strength::synthesis
