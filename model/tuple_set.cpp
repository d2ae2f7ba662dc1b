#include "model/tuple_set.h"

#include <cassert>
#include <iterator>
#include <stdexcept>
#include <unordered_map>

#include "support/cancellation.h"

namespace aunit::model {

namespace {

using Word = std::uint64_t;
using Codes = std::vector<Word>;

int compareCodes(const Word* a, const Word* b, std::uint32_t words) {
  for (std::uint32_t i = 0; i < words; ++i)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}

// Index (in tuples) of the first code in [first, last) that is not below `code`.
std::uint32_t lowerBound(const Word* codes, std::uint32_t first, std::uint32_t last, const Word* code, std::uint32_t words) {
  while (first < last) {
    const std::uint32_t middle = first + (last - first) / 2;
    if (compareCodes(codes + std::size_t{middle} * words, code, words) < 0)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

// Merges two sorted code lists; `keep(inA, inB)` says which tuples the result holds.
template <class Keep>
void mergeTuples(std::span<const Word> a, std::span<const Word> b, std::uint32_t words, WordBuffer& out, Keep keep) {
  support::spend(a.size() + b.size());
  const auto push = [&](const Word* code) {
    for (std::uint32_t i = 0; i < words; ++i) out.push(code[i]);
  };
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    const int order = i == a.size() ? 1 : j == b.size() ? -1 : compareCodes(&a[i], &b[j], words);
    if (keep(order <= 0, order >= 0)) push(order <= 0 ? &a[i] : &b[j]);
    if (order <= 0) i += words;
    if (order >= 0) j += words;
  }
}

// Sorts codes of `words` words each and drops repetitions.
void sortCodes(Codes& codes, std::uint32_t words) {
  support::spend(codes.size() * 32);
  if (words == 1) {
    std::sort(codes.begin(), codes.end());
    codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
    return;
  }
  std::vector<const Word*> order;
  for (std::size_t i = 0; i < codes.size(); i += words) order.push_back(&codes[i]);
  std::sort(order.begin(), order.end(), [&](const Word* a, const Word* b) { return compareCodes(a, b, words) < 0; });
  Codes sorted;
  sorted.reserve(codes.size());
  for (const Word* code : order)
    if (sorted.empty() || compareCodes(&sorted[sorted.size() - words], code, words) != 0)
      sorted.insert(sorted.end(), code, code + words);
  codes = std::move(sorted);
}

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
  Codes codes(tuples.size() / arity * pack.words);
  for (std::size_t i = 0; i < tuples.size() / arity; ++i) pack.pack(&tuples[i * arity], &codes[i * pack.words]);
  sortCodes(codes, pack.words);
  out.assignCodes(codes);
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
  Codes code(pack.words);
  pack.pack(tuple.data(), code.data());
  const std::uint32_t count = words_.size() / pack.words;
  const std::uint32_t at = lowerBound(words_.data(), 0, count, code.data(), pack.words);
  return at < count && compareCodes(words_.data() + std::size_t{at} * pack.words, code.data(), pack.words) == 0;
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
  Codes code(pack.words);
  pack.pack(tuple.data(), code.data());
  const std::uint32_t count = words_.size() / pack.words;
  const std::uint32_t at = lowerBound(words_.data(), 0, count, code.data(), pack.words);
  if (at < count && compareCodes(words_.data() + std::size_t{at} * pack.words, code.data(), pack.words) == 0) return;
  words_.resize(words_.size() + pack.words);
  Word* place = words_.data() + std::size_t{at} * pack.words;
  std::copy_backward(place, words_.data() + words_.size() - pack.words, words_.data() + words_.size());
  std::copy(code.begin(), code.end(), place);
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
  Codes code(pack.words);
  pack.pack(tuple.data(), code.data());
  const std::uint32_t at = lowerBound(words_.data(), 0, words_.size() / pack.words, code.data(), pack.words);
  Word* place = words_.data() + std::size_t{at} * pack.words;
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
  const std::uint32_t width = packing().words;
  std::uint32_t at = 0;
  const std::uint32_t count = b.words_.size() / width;
  for (std::uint32_t i = 0; i < words_.size(); i += width) {
    const Word* code = words_.data() + i;
    at = lowerBound(b.words_.data(), at, count, code, width);
    if (at == count || compareCodes(b.words_.data() + std::size_t{at} * width, code, width) != 0) return false;
  }
  return true;
}

bool TupleSet::intersects(const TupleSet& b) const {
  assert(arity_ == b.arity_);
  if (dense()) {
    const std::uint32_t rows = std::min(words_.size(), b.words_.size());
    for (std::uint32_t row = 0; row < rows; ++row)
      if ((words_[row] & b.words_[row]) != 0) return true;
    return false;
  }
  const std::uint32_t width = packing().words;
  for (std::uint32_t i = 0, j = 0; i < words_.size() && j < b.words_.size();) {
    const int order = compareCodes(words_.data() + i, b.words_.data() + j, width);
    if (order == 0) return true;
    (order < 0 ? i : j) += width;
  }
  return false;
}

void TupleSet::unite(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  assert(a.arity_ == b.arity_);
  out.reset(a.universeSize_, a.arity_);
  if (!a.dense()) return mergeTuples(a.words(), b.words(), a.packing().words, out.words_, [](bool, bool) { return true; });
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
  if (!a.dense())
    return mergeTuples(a.words(), b.words(), a.packing().words, out.words_, [](bool inA, bool inB) { return inA && inB; });
  out.words_.resize(std::min(a.words_.size(), b.words_.size()));
  for (std::uint32_t row = 0; row < out.words_.size(); ++row) out.words_[row] = a.words_[row] & b.words_[row];
  out.trim();
}

void TupleSet::subtract(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  assert(a.arity_ == b.arity_);
  out.reset(a.universeSize_, a.arity_);
  if (!a.dense())
    return mergeTuples(a.words(), b.words(), a.packing().words, out.words_, [](bool inA, bool inB) { return inA && !inB; });
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
  if (a.arity_ == 1) return unite(a, b, out);  // a tuple is its own first column
  TupleSet heads(a.universeSize_, 1);
  b.forEach([&](std::span<const Atom> tuple) { heads.insert(tuple.first(1)); });
  TupleSet kept(a.universeSize_, a.arity_);
  const Packing pack = a.packing();
  std::vector<Atom> tuple(a.arity_);
  for (std::uint32_t i = 0; i < a.words_.size(); i += pack.words) {
    pack.unpack(a.words_.data() + i, tuple.data());
    if (heads.hasAtom(tuple[0])) continue;
    for (std::uint32_t w = 0; w < pack.words; ++w) kept.words_.push(a.words_[i + w]);
  }
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
    Codes left, right;
    a.appendCodes(left);
    b.appendCodes(right);
    const std::uint32_t shift = pack.bits * b.arity_;
    for (const Word head : left) {
      support::spend(right.size());
      for (const Word tail : right) out.words_.push((head << shift) | tail);
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
  if (a.arity_ == 1) {  // the union of the rows of a's atoms
    Word image = 0;
    Word atoms = a.words_[0];
    if (b.words_.size() < 64) atoms &= (Word{1} << b.words_.size()) - 1;
    for (; atoms != 0; atoms &= atoms - 1) image |= rows[std::countr_zero(atoms)];
    if (image != 0) out.words_.push(image);
    return;
  }
  if (b.arity_ == 1) {  // the atoms whose row meets b
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

// Join where every tuple fits one word: heads of a and tails of b are slices of their codes.
void TupleSet::joinCodes(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  Codes left, right, result;
  a.appendCodes(left);
  b.appendCodes(right);
  const Packing pack = b.packing();
  const std::uint32_t tailBits = pack.bits * (b.arity_ - 1);
  const Word tailMask = tailBits == 0 ? 0 : ~Word{0} >> (64 - tailBits);
  for (const Word code : left) {
    support::spend(64);
    const Word middle = code & pack.mask();
    const Word head = a.arity_ == 1 ? 0 : (code >> pack.bits) << tailBits;
    for (auto tail = std::lower_bound(right.begin(), right.end(), middle << tailBits);
         tail != right.end() && *tail >> tailBits == middle; ++tail) {
      support::spend(1);
      result.push_back(head | (*tail & tailMask));
    }
  }
  sortCodes(result, 1);
  out.assignCodes(result);
}

void TupleSet::joinTuples(const TupleSet& a, const TupleSet& b, TupleSet& out) {
  std::unordered_map<Atom, std::vector<Atom>> tails;  // of b, by first atom, one behind the other
  const std::uint32_t tailArity = b.arity_ - 1;
  b.forEach([&](std::span<const Atom> tuple) {
    std::vector<Atom>& list = tails[tuple[0]];
    list.insert(list.end(), tuple.begin() + 1, tuple.end());
    if (tailArity == 0) list.push_back(0);
  });
  const Packing pack = out.packing();
  std::vector<Atom> joined(out.arity_);
  Codes code(pack.words), result;
  a.forEach([&](std::span<const Atom> head) {
    const auto found = tails.find(head.back());
    if (found == tails.end()) return;
    std::copy(head.begin(), head.end() - 1, joined.begin());
    support::spend(found->second.size() * 8);
    for (std::size_t i = 0; i < found->second.size(); i += std::max(1u, tailArity)) {
      std::copy_n(found->second.begin() + static_cast<std::ptrdiff_t>(i), tailArity, joined.begin() + a.arity_ - 1);
      pack.pack(joined.data(), code.data());
      result.insert(result.end(), code.begin(), code.end());
    }
  });
  sortCodes(result, pack.words);
  out.assignCodes(result);
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
  std::vector<Atom> tuple(a.arity_);
  for (std::uint32_t i = 0; i < a.words_.size(); i += pack.words) {
    pack.unpack(a.words_.data() + i, tuple.data());
    if (!unary.hasAtom(tuple.front())) continue;
    for (std::uint32_t w = 0; w < pack.words; ++w) out.words_.push(a.words_[i + w]);
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
  std::vector<Atom> tuple(a.arity_);
  for (std::uint32_t i = 0; i < a.words_.size(); i += pack.words) {
    pack.unpack(a.words_.data() + i, tuple.data());
    if (!unary.hasAtom(tuple.back())) continue;
    for (std::uint32_t w = 0; w < pack.words; ++w) out.words_.push(a.words_[i + w]);
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
  Codes codes(a.words_.size());
  for (std::uint32_t i = 0; i < a.words_.size(); ++i)
    codes[i] = (a.words_[i] & pack.mask()) << pack.bits | a.words_[i] >> pack.bits;
  std::sort(codes.begin(), codes.end());
  out.assignCodes(codes);
}

// Warshall's algorithm on rows of words.
void TupleSet::closure(const TupleSet& a, TupleSet& out) {
  assert(a.arity_ == 2);
  out.reset(a.universeSize_, 2);
  if (!a.dense()) return closureOfCodes(a, out);
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

// The closure over the atoms that occur, renumbered, with rows of several words.
void TupleSet::closureOfCodes(const TupleSet& a, TupleSet& out) {
  const Packing pack = a.packing();
  std::vector<Atom> atoms;
  for (const Word code : a.words_.all()) {
    atoms.push_back(static_cast<Atom>(code >> pack.bits));
    atoms.push_back(static_cast<Atom>(code & pack.mask()));
  }
  std::sort(atoms.begin(), atoms.end());
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  const std::size_t count = atoms.size(), width = (count + 63) / 64;
  if (count * width > WordBuffer::maxWords) throw std::length_error("a relation has too many tuples");
  const auto number = [&](Word a1) {
    return static_cast<std::size_t>(std::lower_bound(atoms.begin(), atoms.end(), static_cast<Atom>(a1)) - atoms.begin());
  };
  Codes matrix(count * width);
  for (const Word code : a.words_.all()) {
    const std::size_t target = number(code & pack.mask());
    matrix[number(code >> pack.bits) * width + target / 64] |= Word{1} << target % 64;
  }
  for (std::size_t via = 0; via < count; ++via)
    for (std::size_t row = 0; row < count; ++row) {
      support::spend(1);
      if ((matrix[row * width + via / 64] >> via % 64 & 1) == 0) continue;
      support::spend(width);
      for (std::size_t w = 0; w < width; ++w) matrix[row * width + w] |= matrix[via * width + w];
    }
  for (std::size_t row = 0; row < count; ++row)
    for (std::size_t w = 0; w < width; ++w)
      for (Word bits = matrix[row * width + w]; bits != 0; bits &= bits - 1) {
        const std::size_t target = w * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        out.words_.push(Word{atoms[row]} << pack.bits | atoms[target]);
      }
}

bool TupleSet::hasAtom(Atom a) const {
  if (dense()) return !words_.empty() && (words_[0] >> a & 1) != 0;
  const auto codes = words_.all();
  return std::binary_search(codes.begin(), codes.end(), Word{a});
}

// Drops trailing empty rows.
void TupleSet::trim() {
  std::uint32_t count = words_.size();
  while (count != 0 && words_[count - 1] == 0) --count;
  words_.shrink(count);
}

// Codes of one word each, in order, whatever the representation.
void TupleSet::appendCodes(std::vector<std::uint64_t>& codes) const {
  if (!dense()) {
    codes.insert(codes.end(), words_.data(), words_.data() + words_.size());
    return;
  }
  const Packing pack = packing();
  for (std::uint32_t row = 0; row < words_.size(); ++row)
    for (Word bits = words_[row]; bits != 0; bits &= bits - 1)
      codes.push_back((arity_ == 1 ? 0 : Word{row} << pack.bits) | static_cast<Word>(std::countr_zero(bits)));
}

// Takes over sorted codes of this shape, without repetitions.
void TupleSet::assignCodes(std::vector<std::uint64_t>& codes) {
  words_.clear();
  if (!dense()) {
    if (codes.size() > WordBuffer::maxWords) throw std::length_error("a relation has too many tuples");
    words_.assign(codes.data(), static_cast<std::uint32_t>(codes.size()));
    return;
  }
  const Packing pack = packing();
  for (const Word code : codes) {
    const auto row = static_cast<std::uint32_t>(arity_ == 1 ? 0 : code >> pack.bits);
    if (row >= words_.size()) words_.resizeWithZeros(row + 1);
    words_[row] |= Word{1} << (code & pack.mask());
  }
}

}  // namespace aunit::model
