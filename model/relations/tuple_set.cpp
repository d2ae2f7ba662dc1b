// This file is long, because each operation has a version for each representation of a relation (rows of bits, sorted codes of
// one word or of several). All operations share the functions that convert and trim representations.
#include "model/relations/tuple_set.h"

#include <cassert>
#include <stdexcept>

#include "model/relations/digraph.h"
#include "model/relations/tuple_codes.h"
#include "support/cancellation.h"

namespace aunit::model {

namespace {

using Word = std::uint64_t;
using Codes = std::vector<Word>;

}  // namespace

void WordBuffer::grow(std::uint32_t needed) {
  if (needed > maxWords) throw std::length_error("a relation has too many tuples");
  const std::uint32_t capacity = std::min(maxWords, std::max(needed, capacity_ + capacity_ / 2 + 2));
  Word* words = new Word[capacity];
  std::copy(data(), data() + size_, words);
  release();
  heap_ = words;
  capacity_ = capacity;
}

TupleSet TupleSet::singleton(std::uint32_t universeSize, std::span<const Atom> tuple) {
  TupleSet out(universeSize, static_cast<std::uint32_t>(tuple.size()));
  out.insert(tuple);
  return out;
}

TupleSet TupleSet::ofTuples(std::uint32_t universeSize, std::uint32_t arity, std::span<const Atom> tuples) {
  TupleSet out(universeSize, arity);
  const Packing pack = out.packing();
  Codes list(tuples.size() / arity * pack.words);
  for (std::size_t i = 0; i < tuples.size() / arity; ++i) pack.pack(&tuples[i * arity], &list[i * pack.words]);
  codes::sort(list, pack.words);
  out.assignCodes(list);
  return out;
}

TupleSet TupleSet::atom(std::uint32_t universeSize, Atom a) {
  TupleSet out;
  out.assignAtom(universeSize, a);
  return out;
}

TupleSet TupleSet::range(std::uint32_t universeSize, Atom first, Atom last) {
  TupleSet out(universeSize, 1);
  if (first >= last) return out;
  if (out.dense()) {
    out.words_.push((~Word{0} >> (64 - (last - first))) << first);
    return out;
  }
  out.words_.resize(last - first);
  for (Atom a = first; a < last; ++a) out.words_[a - first] = a;
  return out;
}

TupleSet TupleSet::identity(const TupleSet& unary) {
  assert(unary.arity_ == 1);
  TupleSet out(unary.universeSize_, 2);
  if (out.dense()) {
    if (unary.empty()) return out;
    const Word set = unary.words_[0];
    out.words_.resize(static_cast<std::uint32_t>(std::bit_width(set)));
    for (std::uint32_t row = 0; row < out.words_.size(); ++row) out.words_[row] = set & (Word{1} << row);
    return out;
  }
  const Packing pack = out.packing();
  out.words_.resize(unary.words_.size());
  for (std::uint32_t i = 0; i < unary.words_.size(); ++i) out.words_[i] = (unary.words_[i] << pack.bits) | unary.words_[i];
  return out;
}

std::uint64_t TupleSet::size() const {
  if (!dense()) return words_.size() / packing().words;
  std::uint64_t count = 0;
  for (const Word word : words_.all()) count += static_cast<std::uint64_t>(std::popcount(word));
  return count;
}

unsigned TupleSet::sizeUpToTwo() const {
  if (words_.empty()) return 0;
  if (!dense()) return words_.size() == packing().words ? 1 : 2;
  const Word last = words_[words_.size() - 1];
  if ((last & (last - 1)) != 0) return 2;
  for (std::uint32_t row = 0; row + 1 < words_.size(); ++row)
    if (words_[row] != 0) return 2;
  return 1;
}

bool TupleSet::contains(std::span<const Atom> tuple) const {
  assert(tuple.size() == arity_);
  if (dense()) {
    const std::uint32_t row = arity_ == 1 ? 0 : tuple[0];
    return row < words_.size() && (words_[row] >> tuple[arity_ - 1] & 1) != 0;
  }
  const Packing pack = packing();
  WordBuffer code;
  code.resize(pack.words);
  pack.pack(tuple.data(), code.data());
  return codes::contains(words(), code.data(), pack.words);
}

void TupleSet::insert(std::span<const Atom> tuple) {
  assert(tuple.size() == arity_);
  assert(std::ranges::all_of(tuple, [&](Atom a) { return a < universeSize_; }));
  if (dense()) {
    const std::uint32_t row = arity_ == 1 ? 0 : tuple[0];
    if (row >= words_.size()) words_.resizeWithZeros(row + 1);
    words_[row] |= Word{1} << tuple[arity_ - 1];
    return;
  }
  const Packing pack = packing();
  WordBuffer code;
  code.resize(pack.words);
  pack.pack(tuple.data(), code.data());
  const std::size_t at = codes::lowerBound(words(), code.data(), pack.words);
  if (at < words_.size() && codes::compare(words_.data() + at, code.data(), pack.words) == 0) return;
  words_.resize(words_.size() + pack.words);
  Word* place = words_.data() + at;
  std::copy_backward(place, words_.data() + words_.size() - pack.words, words_.data() + words_.size());
  std::copy_n(code.data(), pack.words, place);
}

void TupleSet::insertAll(std::span<const Atom> tuples) {
  const TupleSet more = ofTuples(universeSize_, arity_, tuples);
  *this = empty() ? more : unite(more);
}

void TupleSet::append(std::span<const Atom> tuple) {
  if (dense()) return insert(tuple);
  const Packing pack = packing();
  const std::uint32_t end = words_.size();
  words_.resize(end + pack.words);
  Word* code = words_.data() + end;
  pack.pack(tuple.data(), code);
  const int order = end == 0 ? 1 : codes::compare(code, code - pack.words, pack.words);
  assert(order >= 0);
  if (order == 0) words_.shrink(end);
}

void TupleSet::readTuple(std::size_t number, std::span<Atom> tuple) const {
  assert(!dense() && tuple.size() == arity_);
  const Packing pack = packing();
  pack.unpack(words_.data() + number * pack.words, tuple.data());
}

void TupleSet::erase(std::span<const Atom> tuple) {
  assert(tuple.size() == arity_);
  if (!contains(tuple)) return;
  if (dense()) {
    words_[arity_ == 1 ? 0 : tuple[0]] &= ~(Word{1} << tuple[arity_ - 1]);
    trim();
    return;
  }
  const Packing pack = packing();
  WordBuffer code;
  code.resize(pack.words);
  pack.pack(tuple.data(), code.data());
  Word* place = words_.data() + codes::lowerBound(words(), code.data(), pack.words);
  std::copy(place + pack.words, words_.data() + words_.size(), place);
  words_.shrink(words_.size() - pack.words);
}

std::vector<Atom> TupleSet::atoms() const {
  assert(arity_ == 1);
  std::vector<Atom> out;
  forEach([&](std::span<const Atom> tuple) { out.push_back(tuple[0]); });
  return out;
}

TupleSet TupleSet::transpose() const {
  TupleSet out;
  transpose(*this, out);
  return out;
}

TupleSet TupleSet::closure() const {
  TupleSet out;
  closure(*this, out);
  return out;
}

bool TupleSet::subsetOf(const TupleSet& b) const {
  assert(arity_ == b.arity_);
  if (words_.size() > b.words_.size()) return false;
  if (dense()) {
    for (std::uint32_t row = 0; row < words_.size(); ++row)
      if ((words_[row] & ~b.words_[row]) != 0) return false;
    return true;
  }
  return codes::subset(words(), b.words(), packing().words);
}

bool TupleSet::intersects(const TupleSet& b) const {
  assert(arity_ == b.arity_);
  if (dense()) {
    const std::uint32_t rows = std::min(words_.size(), b.words_.size());
    for (std::uint32_t row = 0; row < rows; ++row)
      if ((words_[row] & b.words_[row]) != 0) return true;
    return false;
  }
  return codes::intersects(words(), b.words(), packing().words);
}

void TupleSet::unite(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  assert(a.arity_ == b.arity_);
  out.reset(a.universeSize_, a.arity_);
  if (!a.dense()) return codes::unite(a.words(), b.words(), a.packing().words, out.words_);
  const WordBuffer& longer = a.words_.size() >= b.words_.size() ? a.words_ : b.words_;
  const WordBuffer& shorter = &longer == &a.words_ ? b.words_ : a.words_;
  out.words_.resize(longer.size());
  Word* to = out.words_.data();
  const Word* from = longer.data();
  const Word* more = shorter.data();
  const std::uint32_t both = shorter.size();
  for (std::uint32_t row = 0; row < both; ++row) to[row] = from[row] | more[row];
  for (std::uint32_t row = both; row < longer.size(); ++row) to[row] = from[row];
}

void TupleSet::intersect(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  assert(a.arity_ == b.arity_);
  out.reset(a.universeSize_, a.arity_);
  if (!a.dense()) return codes::intersect(a.words(), b.words(), a.packing().words, out.words_);
  out.words_.resize(std::min(a.words_.size(), b.words_.size()));
  for (std::uint32_t row = 0; row < out.words_.size(); ++row) out.words_[row] = a.words_[row] & b.words_[row];
  out.trim();
}

void TupleSet::subtract(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  assert(a.arity_ == b.arity_);
  out.reset(a.universeSize_, a.arity_);
  if (!a.dense()) return codes::subtract(a.words(), b.words(), a.packing().words, out.words_);
  out.words_.assign(a.words_.data(), a.words_.size());
  const std::uint32_t both = std::min(a.words_.size(), b.words_.size());
  for (std::uint32_t row = 0; row < both; ++row) out.words_[row] &= ~b.words_[row];
  out.trim();
}

void TupleSet::overrideWith(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  assert(a.arity_ == b.arity_);
  out.reset(a.universeSize_, a.arity_);
  if (a.dense() && a.arity_ == 2) {
    out.words_.resize(std::max(a.words_.size(), b.words_.size()));
    for (std::uint32_t row = 0; row < out.words_.size(); ++row) {
      const Word successors = row < b.words_.size() ? b.words_[row] : 0;
      out.words_[row] = successors != 0 ? successors : row < a.words_.size() ? a.words_[row] : 0;
    }
    return;
  }
  if (a.arity_ == 1) return unite(a, b, out);  // the override of unary sets is their union
  const Packing pack = a.packing();
  TupleSet kept(a.universeSize_, a.arity_);
  std::size_t copied = 0;
  for (std::size_t i = 0; i < b.words_.size();) {
    const Atom head = pack.firstAtom(b.words_.data() + i);
    const auto [begin, end] = pack.beginningWith(head, a.words(), copied);
    kept.words_.append(a.words_.data() + copied, begin - copied);
    copied = end;
    i = pack.beginningWith(head, b.words(), i).second;
  }
  kept.words_.append(a.words_.data() + copied, a.words_.size() - copied);
  unite(kept, b, out);
}

void TupleSet::product(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  out.reset(a.universeSize_, a.arity_ + b.arity_);
  if (a.empty() || b.empty()) return;
  if (out.dense()) {
    const Word heads = a.words_[0];
    const Word tails = b.words_[0];
    out.words_.resize(static_cast<std::uint32_t>(std::bit_width(heads)));
    for (std::uint32_t row = 0; row < out.words_.size(); ++row) out.words_[row] = tails & (0 - (heads >> row & 1));
    return;
  }
  const Packing pack = out.packing();
  const std::uint64_t needed = a.size() * b.size() * pack.words;
  if (needed > WordBuffer::maxWords) throw std::length_error("a relation has too many tuples");
  if (pack.words == 1) {
    Codes leftMemory, rightMemory;
    const auto left = a.asCodes(leftMemory), right = b.asCodes(rightMemory);
    const std::uint32_t shift = pack.bits * b.arity_;
    out.words_.resize(static_cast<std::uint32_t>(needed));
    Word* to = out.words_.data();
    for (const Word head : left) {
      support::spend(right.size());
      for (const Word tail : right) *to++ = (head << shift) | tail;
    }
    return;
  }
  std::vector<Atom> tuple(out.arity_);
  Codes code(pack.words);
  a.forEach([&](std::span<const Atom> head) {
    std::copy(head.begin(), head.end(), tuple.begin());
    support::spend(b.words_.size() * 8);
    b.forEach([&](std::span<const Atom> tail) {
      std::copy(tail.begin(), tail.end(), tuple.begin() + a.arity_);
      pack.pack(tuple.data(), code.data());
      for (const Word word : code) out.words_.push(word);
    });
  });
}

void TupleSet::join(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  assert(a.arity_ + b.arity_ > 2);
  out.reset(a.universeSize_, a.arity_ + b.arity_ - 2);
  if (a.empty() || b.empty()) return;
  if (!a.dense() || !b.dense()) {
    if (a.packing().words == 1 && b.packing().words == 1 && out.packing().words == 1) return joinCodes(a, b, out);
    return joinTuples(a, b, out);
  }
  const Word* rows = b.words_.data();
  if (a.arity_ == 1) {  // the union of the rows of `b` for the atoms of `a`
    Word image = 0;
    Word atoms = a.words_[0];
    if (b.words_.size() < 64) atoms &= (Word{1} << b.words_.size()) - 1;
    for (; atoms != 0; atoms &= atoms - 1) image |= rows[std::countr_zero(atoms)];
    if (image != 0) out.words_.push(image);
    return;
  }
  if (b.arity_ == 1) {  // the atoms whose row in `a` contains an atom of `b`
    Word preimage = 0;
    const Word targets = rows[0];
    for (std::uint32_t row = 0; row < a.words_.size(); ++row)
      if ((a.words_[row] & targets) != 0) preimage |= Word{1} << row;
    if (preimage != 0) out.words_.push(preimage);
    return;
  }
  const Word reachable = b.words_.size() < 64 ? (Word{1} << b.words_.size()) - 1 : ~Word{0};
  out.words_.resize(a.words_.size());
  for (std::uint32_t row = 0; row < a.words_.size(); ++row) {
    Word image = 0;
    for (Word atoms = a.words_[row] & reachable; atoms != 0; atoms &= atoms - 1) image |= rows[std::countr_zero(atoms)];
    out.words_[row] = image;
  }
  out.trim();
}

// Join if each tuple fits into one word. The head (all atoms but the last) of a tuple of `a` and the tail (all but the first)
// of a tuple of `b` are bit ranges of their codes.
void TupleSet::joinCodes(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  Codes leftMemory, rightMemory;
  const auto left = a.asCodes(leftMemory), right = b.asCodes(rightMemory);
  WordBuffer denseResult;
  WordBuffer& result = out.dense() ? denseResult : out.words_;
  const Packing pack = b.packing();
  const std::uint32_t tailBits = pack.bits * (b.arity_ - 1);
  const Word tailMask = tailBits == 0 ? 0 : ~Word{0} >> (64 - tailBits);
  // In `result`, tuples with the same head are adjacent, and heads ascend. So it is enough to sort each group of tuples that have
  // the same head.
  std::uint32_t begin = 0;
  bool ascending = true;
  Word last = ~Word{0};
  const auto finishHead = [&] {
    if (!ascending) {
      Word* first = result.data() + begin;
      support::spend((result.size() - begin) * std::uint64_t{16});
      std::sort(first, result.data() + result.size());
      result.shrink(static_cast<std::uint32_t>(std::unique(first, result.data() + result.size()) - result.data()));
    }
    begin = result.size();
    ascending = true;
  };
  for (const Word code : left) {
    support::spend(32);
    const Word middle = code & pack.mask();
    const Word head = a.arity_ == 1 ? 0 : (code >> pack.bits) << tailBits;
    if (head != last) finishHead();
    last = head;
    const Word lowest = middle << tailBits;
    for (std::size_t i = codes::lowerBound(right, &lowest, 1); i < right.size() && right[i] >> tailBits == middle; ++i) {
      support::spend(1);
      const Word joined = head | (right[i] & tailMask);
      if (result.size() != begin) {
        const Word before = result[result.size() - 1];
        if (before == joined) continue;
        ascending &= before < joined;
      }
      result.push(joined);
    }
  }
  finishHead();
  if (out.dense()) out.assignCodes(result.all());
}

void TupleSet::joinTuples(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  Codes rightMemory;
  const auto right = b.asCodes(rightMemory);
  const Packing bPack = b.packing(), pack = out.packing();
  std::vector<Atom> joined(a.arity_ + b.arity_ - 2 + 1), tail(b.arity_);
  Codes code(pack.words), result;
  a.forEach([&](std::span<const Atom> head) {
    const auto [begin, end] = bPack.beginningWith(head.back(), right);
    std::copy(head.begin(), head.end() - 1, joined.begin());
    support::spend((end - begin) * 8 + 32);
    for (std::size_t i = begin; i < end; i += bPack.words) {
      bPack.unpack(&right[i], tail.data());
      std::copy(tail.begin() + 1, tail.end(), joined.begin() + a.arity_ - 1);
      pack.pack(joined.data(), code.data());
      result.insert(result.end(), code.begin(), code.end());
    }
  });
  codes::sort(result, pack.words);
  out.assignCodes(result);
}

/// Searches the sorted `list` from index `from` on for the codes that begin with atom `a`. Returns the index of the first word
/// of these codes, and the index after their last word.
std::pair<std::size_t, std::size_t> TupleSet::Packing::beginningWith(Atom a, std::span<const std::uint64_t> list,
                                                                     std::size_t from) const {
  WordBuffer bound;
  bound.resizeWithZeros(words);
  bound[0] = Word{a} << belowFirst();
  const std::size_t begin =
      from == 0 ? codes::lowerBound(list, bound.data(), words) : codes::lowerBoundFrom(list, from, bound.data(), words);
  std::size_t end = begin;  // usually few codes begin with `a`, so a linear search is fast
  for (unsigned i = 0; i < 8 && end < list.size() && firstAtom(&list[end]) == a; ++i) end += words;
  if (end < list.size() && firstAtom(&list[end]) == a) {
    if (a == mask()) return {begin, list.size()};
    bound[0] = (Word{a} + 1) << belowFirst();
    end = codes::lowerBoundFrom(list, end, bound.data(), words);
  }
  return {begin, end};
}

void TupleSet::domainRestrict(const TupleSet& a, const TupleSet& unary, TupleSet& out) {
  assert(unary.arity_ == 1);
  if (a.arity_ == 1) return intersect(a, unary, out);
  out.reset(a.universeSize_, a.arity_);
  if (a.empty() || unary.empty()) return;
  if (a.dense()) {
    const Word heads = unary.words_[0];
    out.words_.resize(a.words_.size());
    for (std::uint32_t row = 0; row < a.words_.size(); ++row) out.words_[row] = a.words_[row] & (0 - (heads >> row & 1));
    out.trim();
    return;
  }
  const Packing pack = a.packing();
  if (unary.size() <= a.size() / 8) {
    std::size_t from = 0;
    unary.forEach([&](std::span<const Atom> atom) {
      const auto [begin, end] = pack.beginningWith(atom[0], a.words(), from);
      support::spend(32 + (end - begin));
      out.words_.append(a.words_.data() + begin, end - begin);
      from = end;
    });
    return;
  }
  support::spend(a.words_.size() * std::uint64_t{16});
  Atom head = 0;
  bool known = false, inside = false;
  for (std::uint32_t i = 0; i < a.words_.size(); i += pack.words) {
    const Word* code = a.words_.data() + i;
    if (const Atom next = pack.firstAtom(code); !known || next != head) {
      known = true;
      head = next;
      inside = unary.hasAtom(head);
    }
    if (inside) out.words_.append(code, pack.words);
  }
}

void TupleSet::rangeRestrict(const TupleSet& a, const TupleSet& unary, TupleSet& out) {
  assert(unary.arity_ == 1);
  if (a.arity_ == 1) return intersect(a, unary, out);
  out.reset(a.universeSize_, a.arity_);
  if (a.empty() || unary.empty()) return;
  if (a.dense()) {
    out.words_.resize(a.words_.size());
    for (std::uint32_t row = 0; row < a.words_.size(); ++row) out.words_[row] = a.words_[row] & unary.words_[0];
    out.trim();
    return;
  }
  const Packing pack = a.packing();
  support::spend(a.words_.size() * std::uint64_t{16});
  const bool single = !unary.dense() && unary.words_.size() == 1;
  for (std::uint32_t i = 0; i < a.words_.size(); i += pack.words) {
    const Word* code = a.words_.data() + i;
    const Atom last = pack.lastAtom(code);
    if (single ? unary.words_[0] == last : unary.hasAtom(last)) out.words_.append(code, pack.words);
  }
}

void TupleSet::transpose(const TupleSet& a, TupleSet& out) {
  assert(a.arity_ == 2);
  out.reset(a.universeSize_, 2);
  if (a.dense()) {
    Word used = 0;
    for (const Word row : a.words_.all()) used |= row;
    out.words_.resizeWithZeros(static_cast<std::uint32_t>(std::bit_width(used)));
    for (std::uint32_t row = 0; row < a.words_.size(); ++row)
      for (Word atoms = a.words_[row]; atoms != 0; atoms &= atoms - 1)
        out.words_[static_cast<std::uint32_t>(std::countr_zero(atoms))] |= Word{1} << row;
    return;
  }
  const Packing pack = a.packing();
  out.words_.resize(a.words_.size());
  for (std::uint32_t i = 0; i < a.words_.size(); ++i)
    out.words_[i] = (a.words_[i] & pack.mask()) << pack.bits | a.words_[i] >> pack.bits;
  support::spend(a.words_.size() * std::uint64_t{32});
  std::sort(out.words_.data(), out.words_.data() + out.words_.size());
}

// Warshall's algorithm. A row of the relation is one word.
void TupleSet::closure(const TupleSet& a, TupleSet& out) {
  assert(a.arity_ == 2);
  out.reset(a.universeSize_, 2);
  if (!a.dense()) {
    out = Digraph(a).closure();
    return;
  }
  out.words_.assign(a.words_.data(), a.words_.size());
  Word* rows = out.words_.data();
  const std::uint32_t count = out.words_.size();
  for (std::uint32_t via = 0; via < count; ++via) {
    const Word successors = rows[via];
    if (successors == 0) continue;
    for (std::uint32_t row = 0; row < count; ++row)
      if ((rows[row] >> via & 1) != 0) rows[row] |= successors;
  }
}

bool TupleSet::hasAtom(Atom a) const {
  if (dense()) return !words_.empty() && (words_[0] >> a & 1) != 0;
  const Word code = a;
  return codes::contains(words(), &code, 1);
}

// Removes trailing empty rows.
void TupleSet::trim() {
  std::uint32_t count = words_.size();
  while (count != 0 && words_[count - 1] == 0) --count;
  words_.shrink(count);
}

// The set as sorted codes. If the set is dense, they are stored in `memory`.
std::span<const std::uint64_t> TupleSet::asCodes(std::vector<std::uint64_t>& memory) const {
  if (!dense()) return words();
  const Packing pack = packing();
  for (std::uint32_t row = 0; row < words_.size(); ++row)
    for (Word bits = words_[row]; bits != 0; bits &= bits - 1)
      memory.push_back((arity_ == 1 ? 0 : Word{row} << pack.bits) | static_cast<Word>(std::countr_zero(bits)));
  return memory;
}

// Replaces the tuples by those in `list`. Its codes must have this set's packing, and be sorted without repetitions.
void TupleSet::assignCodes(std::span<const std::uint64_t> list) {
  words_.clear();
  if (!dense()) {
    words_.append(list.data(), list.size());
    return;
  }
  const Packing pack = packing();
  for (const Word code : list) {
    const auto row = static_cast<std::uint32_t>(arity_ == 1 ? 0 : code >> pack.bits);
    if (row >= words_.size()) words_.resizeWithZeros(row + 1);
    words_[row] |= Word{1} << (code & pack.mask());
  }
}

}  // namespace aunit::model
