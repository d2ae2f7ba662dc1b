// A set of goals, by their indices.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace aunit::strength::scripts {

class Bits {
 public:
  explicit Bits(std::size_t size = 0) : words_((size + 63) / 64) {}

  void set(std::size_t i) {
    if (i / 64 >= words_.size()) words_.resize(i / 64 + 1);
    words_[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  void reset(std::size_t i) {
    if (i / 64 < words_.size()) words_[i / 64] &= ~(std::uint64_t{1} << (i % 64));
  }
  bool test(std::size_t i) const { return i / 64 < words_.size() && ((words_[i / 64] >> (i % 64)) & 1) != 0; }
  bool none() const {
    for (const std::uint64_t word : words_)
      if (word != 0) return false;
    return true;
  }
  std::size_t count() const {
    std::size_t sum = 0;
    for (const std::uint64_t word : words_) sum += static_cast<std::size_t>(std::popcount(word));
    return sum;
  }
  Bits& operator|=(const Bits& other) {
    if (other.words_.size() > words_.size()) words_.resize(other.words_.size());
    for (std::size_t i = 0; i < other.words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  Bits& operator-=(const Bits& other) {
    for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  bool intersects(const Bits& other) const {
    for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i)
      if ((words_[i] & other.words_[i]) != 0) return true;
    return false;
  }
  /// Returns how many goals are in this set and also in `other`.
  std::size_t common(const Bits& other) const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < words_.size() && i < other.words_.size(); ++i)
      sum += static_cast<std::size_t>(std::popcount(words_[i] & other.words_[i]));
    return sum;
  }
  /// The number of goals that are in `wanted`, and also in this set or in `other`.
  std::size_t commonWith(const Bits& other, const Bits& wanted) const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < wanted.words_.size(); ++i) {
      const std::uint64_t a = i < words_.size() ? words_[i] : 0, b = i < other.words_.size() ? other.words_[i] : 0;
      sum += static_cast<std::size_t>(std::popcount((a | b) & wanted.words_[i]));
    }
    return sum;
  }
  template <class Visit>
  void forEach(Visit&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1)
        visit(64 * i + static_cast<std::size_t>(std::countr_zero(word)));
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace aunit::strength::scripts
