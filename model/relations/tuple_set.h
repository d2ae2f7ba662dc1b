// Finite relations over a universe of atoms, and the relational algebra on them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace aunit::model {

/// Index of an atom in its Universe.
using Atom = std::uint32_t;

/// A buffer of words with inline space for a few words, so that relations over small universes need no heap memory. Assignment
/// reuses the buffer's capacity. Growing beyond `maxWords` throws std::length_error.
class WordBuffer {
 public:
  static constexpr std::uint32_t inlineWords = 6;
  static constexpr std::uint32_t maxWords = std::uint32_t{1} << 27;

  WordBuffer() = default;
  WordBuffer(const WordBuffer& other) { assign(other.data(), other.size_); }
  WordBuffer(WordBuffer&& other) noexcept { take(other); }
  WordBuffer& operator=(const WordBuffer& other) {
    if (this != &other) assign(other.data(), other.size_);
    return *this;
  }
  WordBuffer& operator=(WordBuffer&& other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }
  ~WordBuffer() { release(); }

  std::uint32_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const std::uint64_t* data() const { return capacity_ == inlineWords ? inside_ : heap_; }
  std::uint64_t* data() { return capacity_ == inlineWords ? inside_ : heap_; }
  std::uint64_t operator[](std::uint32_t i) const { return data()[i]; }
  std::uint64_t& operator[](std::uint32_t i) { return data()[i]; }
  std::span<const std::uint64_t> all() const { return {data(), size_}; }

  void clear() { size_ = 0; }
  void shrink(std::uint32_t size) { size_ = size; }
  /// Does not initialise new words.
  void resize(std::uint32_t size) {
    if (size > capacity_) grow(size);
    size_ = size;
  }
  void resizeWithZeros(std::uint32_t size) {
    const std::uint32_t old = size_;
    resize(size);
    if (size > old) std::fill(data() + old, data() + size, 0);
  }
  void push(std::uint64_t word) {
    if (size_ == capacity_) grow(size_ + 1);
    data()[size_++] = word;
  }
  void assign(const std::uint64_t* words, std::uint32_t count) {
    resize(count);
    std::copy(words, words + count, data());
  }
  /// `words` must not point into this buffer.
  void append(const std::uint64_t* words, std::size_t count) {
    if (count > maxWords - size_) grow(maxWords + 1);
    const std::uint32_t old = size_;
    resize(old + static_cast<std::uint32_t>(count));
    std::copy(words, words + count, data() + old);
  }

 private:
  void grow(std::uint32_t needed);
  void release() {
    if (capacity_ != inlineWords) delete[] heap_;
  }
  void take(WordBuffer& other) {
    size_ = other.size_;
    capacity_ = other.capacity_;
    if (capacity_ == inlineWords)
      std::copy(other.inside_, other.inside_ + inlineWords, inside_);
    else
      heap_ = other.heap_;
    other.size_ = 0;
    other.capacity_ = inlineWords;
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = inlineWords;
  union {
    std::uint64_t inside_[inlineWords] = {};
    std::uint64_t* heap_;
  };
};

/// A set of tuples of one arity (at least 1) over atoms 0 .. universeSize-1.
///
/// In a universe of up to 64 atoms, a unary relation is one machine word. A binary relation is a sequence of words, one for each
/// atom a: the set of its successors, which are the atoms b with a tuple (a, b). The sequence ends with the last atom that has
/// successors. Other relations are sorted lists of tuple codes. The code of a tuple has its atoms side by side, each with as many
/// bits as the universe needs. It is one 64-bit word if the atoms fit, otherwise several. Equal sets have equal representations.
///
/// Operands must be over the same universe, and must have the arities that section 8.2 of the language reference demands
/// (only assertions check this). For each operation there is also a static function that writes the result to `out` and reuses
/// the memory of `out`, which must not be an operand.
class TupleSet {
 public:
  TupleSet() = default;  // the empty unary relation in a universe without atoms
  TupleSet(std::uint32_t universeSize, std::uint32_t arity) : universeSize_(universeSize), arity_(arity) {}

  static TupleSet singleton(std::uint32_t universeSize, std::span<const Atom> tuple);
  /// `tuples` has the atoms of all tuples, one tuple after the other. Tuples may be in any order, and repeated.
  static TupleSet ofTuples(std::uint32_t universeSize, std::uint32_t arity, std::span<const Atom> tuples);
  static TupleSet atom(std::uint32_t universeSize, Atom a);
  /// The set of the atoms first .. last-1.
  static TupleSet range(std::uint32_t universeSize, Atom first, Atom last);
  static TupleSet identity(const TupleSet& unary);

  std::uint32_t arity() const { return arity_; }
  std::uint32_t universeSize() const { return universeSize_; }
  bool empty() const { return words_.empty(); }
  std::uint64_t size() const;
  /// The number of tuples if it is 0 or 1, else 2. Faster than size().
  unsigned sizeUpToTwo() const;
  bool contains(std::span<const Atom> tuple) const;
  void insert(std::span<const Atom> tuple);
  /// Inserts many tuples, in any order. `tuples` has their atoms, one tuple after the other.
  void insertAll(std::span<const Atom> tuples);
  /// Inserts a tuple in constant time. No tuple of the set may come after it in lexicographic order.
  void append(std::span<const Atom> tuple);
  /// Writes to `tuple` the tuple at the position `number` in lexicographic order, from 0. The set must not be dense.
  /// tuple.size() must be the arity.
  void readTuple(std::size_t number, std::span<Atom> tuple) const;
  void erase(std::span<const Atom> tuple);

  /// Makes this the empty set of the given universe and arity. Does not free memory.
  void reset(std::uint32_t universeSize, std::uint32_t arity) {
    universeSize_ = universeSize;
    arity_ = arity;
    words_.clear();
  }
  /// Makes this the unary set of one atom. Does not free memory.
  void assignAtom(std::uint32_t universeSize, Atom a) {
    reset(universeSize, 1);
    words_.push(universeSize <= denseLimit ? std::uint64_t{1} << a : a);
  }

  /// Calls f(std::span<const Atom>) for each tuple in lexicographic order.
  template <class F>
  void forEach(F&& f) const;
  /// The atoms of a unary set in ascending order.
  std::vector<Atom> atoms() const;

  TupleSet unite(const TupleSet& b) const { return made(unite, b); }
  TupleSet intersect(const TupleSet& b) const { return made(intersect, b); }
  TupleSet subtract(const TupleSet& b) const { return made(subtract, b); }
  TupleSet overrideWith(const TupleSet& b) const { return made(overrideWith, b); }
  TupleSet product(const TupleSet& b) const { return made(product, b); }
  TupleSet join(const TupleSet& b) const { return made(join, b); }
  TupleSet domainRestrict(const TupleSet& unary) const { return made(domainRestrict, unary); }  // unary <: *this
  TupleSet rangeRestrict(const TupleSet& unary) const { return made(rangeRestrict, unary); }    // *this :> unary
  TupleSet transpose() const;
  TupleSet closure() const;  // without identity
  bool subsetOf(const TupleSet& b) const;
  bool intersects(const TupleSet& b) const;
  friend bool operator==(const TupleSet& a, const TupleSet& b) {
    return a.arity_ == b.arity_ && std::ranges::equal(a.words_.all(), b.words_.all());
  }

  static void unite(const TupleSet& a, const TupleSet& b, TupleSet& out);
  static void intersect(const TupleSet& a, const TupleSet& b, TupleSet& out);
  static void subtract(const TupleSet& a, const TupleSet& b, TupleSet& out);
  static void overrideWith(const TupleSet& a, const TupleSet& b, TupleSet& out);
  static void product(const TupleSet& a, const TupleSet& b, TupleSet& out);
  static void join(const TupleSet& a, const TupleSet& b, TupleSet& out);
  static void domainRestrict(const TupleSet& a, const TupleSet& unary, TupleSet& out);
  static void rangeRestrict(const TupleSet& a, const TupleSet& unary, TupleSet& out);
  static void transpose(const TupleSet& a, TupleSet& out);
  static void closure(const TupleSet& a, TupleSet& out);

  /// Whether the representation is bits instead of codes. If so, words() of a unary set has one word, or none if the set is
  /// empty. words() of a binary set has for each atom 0, 1, ... the word of its successors. It ends with the last atom that has
  /// successors.
  bool dense() const { return universeSize_ <= denseLimit && arity_ <= 2; }
  std::span<const std::uint64_t> words() const { return words_.all(); }

 private:
  static constexpr std::uint32_t denseLimit = 64;

  // How tuples of an arity are packed into words.
  struct Packing {
    std::uint32_t arity;
    std::uint32_t bits;     // bits for one atom
    std::uint32_t perWord;  // number of atoms in one word
    std::uint32_t words;    // number of words for one tuple

    Packing(std::uint32_t universeSize, std::uint32_t tupleArity)
        : arity(tupleArity),
          bits(std::max(1u, static_cast<std::uint32_t>(std::bit_width(universeSize == 0 ? 0u : universeSize - 1)))),
          perWord(64 / bits),
          words((tupleArity + perWord - 1) / perWord) {}
    std::uint64_t mask() const { return (std::uint64_t{1} << bits) - 1; }
    Atom lastAtom(const std::uint64_t* code) const { return static_cast<Atom>(code[words - 1] & mask()); }
    Atom firstAtom(const std::uint64_t* code) const { return static_cast<Atom>(code[0] >> belowFirst() & mask()); }
    std::uint32_t belowFirst() const { return bits * (std::min(arity, perWord) - 1); }
    std::pair<std::size_t, std::size_t> beginningWith(Atom a, std::span<const std::uint64_t> list, std::size_t from = 0) const;
    void pack(const Atom* tuple, std::uint64_t* code) const;
    void unpack(const std::uint64_t* code, Atom* tuple) const;
  };

  using Operation = void (*)(const TupleSet& a, const TupleSet& b, TupleSet& out);
  TupleSet made(Operation operation, const TupleSet& b) const {
    TupleSet out;
    operation(*this, b, out);
    return out;
  }
  Packing packing() const { return {universeSize_, arity_}; }
  bool hasAtom(Atom a) const;
  void trim();
  std::span<const std::uint64_t> asCodes(std::vector<std::uint64_t>& memory) const;
  void assignCodes(std::span<const std::uint64_t> codes);
  static void joinCodes(const TupleSet& a, const TupleSet& b, TupleSet& out);
  static void joinTuples(const TupleSet& a, const TupleSet& b, TupleSet& out);

  std::uint32_t universeSize_ = 0;
  std::uint32_t arity_ = 1;
  WordBuffer words_;  // if dense: words of bits, of which the last is not 0; else codes in ascending order
};

inline void TupleSet::Packing::pack(const Atom* tuple, std::uint64_t* code) const {
  for (std::uint32_t w = 0, i = 0; w < words; ++w) {
    std::uint64_t word = 0;
    for (const std::uint32_t end = std::min(arity, i + perWord); i < end; ++i) word = (word << (bits % 64)) | tuple[i];
    code[w] = word;
  }
}

inline void TupleSet::Packing::unpack(const std::uint64_t* code, Atom* tuple) const {
  for (std::uint32_t w = 0, first = 0; w < words; ++w, first += perWord) {
    std::uint64_t word = code[w];
    for (std::uint32_t i = std::min(arity, first + perWord); i-- > first; word >>= bits)
      tuple[i] = static_cast<Atom>(word & mask());
  }
}

template <class F>
void TupleSet::forEach(F&& f) const {
  if (dense()) {
    Atom tuple[2] = {0, 0};
    Atom& last = tuple[arity_ - 1];
    for (std::uint32_t row = 0; row < words_.size(); ++row) {
      tuple[0] = row;
      for (std::uint64_t bits = words_[row]; bits != 0; bits &= bits - 1) {
        last = static_cast<Atom>(std::countr_zero(bits));
        f(std::span<const Atom>(tuple, arity_));
      }
    }
    return;
  }
  const Packing pack = packing();
  Atom few[8];
  std::vector<Atom> many(arity_ <= std::size(few) ? 0 : arity_);
  const std::span<Atom> tuple(many.empty() ? few : many.data(), arity_);
  for (std::uint32_t i = 0; i < words_.size(); i += pack.words) {
    pack.unpack(words_.data() + i, tuple.data());
    f(std::span<const Atom>(tuple));
  }
}

}  // namespace aunit::model
