// Sets of small numbers, stored as one bit per number.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace aunit::coverage {

/// A subset of 0 .. size()-1. Operations on two sets require that their sizes are equal.
class Bits {
 public:
  Bits() = default;
  explicit Bits(std::size_t size) : size_(size), words_((size + 63) / 64) {}

  std::size_t size() const { return size_; }
  bool test(std::size_t i) const { return (words_[i / 64] >> i % 64 & 1) != 0; }
  void set(std::size_t i) { words_[i / 64] |= std::uint64_t{1} << i % 64; }
  bool none() const { return count() == 0; }

  std::size_t count() const {
    std::size_t total = 0;
    for (const std::uint64_t word : words_) total += static_cast<std::size_t>(std::popcount(word));
    return total;
  }
  std::size_t countCommon(const Bits& other) const {
    std::size_t total = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) total += static_cast<std::size_t>(std::popcount(words_[i] & other.words_[i]));
    return total;
  }
  bool subsetOf(const Bits& other) const { return countCommon(other) == count(); }

  Bits& operator|=(const Bits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  Bits& operator-=(const Bits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend bool operator==(const Bits&, const Bits&) = default;

  /// Calls visit(i) for each element in ascending order.
  template <class Visit>
  void forEach(Visit&& visit) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t word = words_[w]; word != 0; word &= word - 1)
        visit(w * 64 + static_cast<std::size_t>(std::countr_zero(word)));
  }

 private:
  std::size_t size_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace aunit::coverage
