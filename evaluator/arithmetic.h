// Integers of a given bit width with two's complement and wrap-around, bit for bit as in the Alloy Analyzer (language reference
// 11). For each operation that can overflow, a function such as addOverflows() returns whether the result overflows. The
// evaluator calls these functions if overflows are excluded.
#pragma once

#include <bit>
#include <cstdint>

namespace aunit::evaluator {

/// Arithmetic on integers of `width` bits; `width` is from 0 to 30. Operands must be in range. Results are wrapped into the
/// range.
class Arithmetic {
 public:
  explicit Arithmetic(int width = 4) : width_(width) {}

  std::int32_t min() const { return width_ == 0 ? 0 : -(std::int32_t{1} << (width_ - 1)); }
  std::int32_t max() const { return width_ == 0 ? 0 : (std::int32_t{1} << (width_ - 1)) - 1; }
  bool fits(std::int64_t value) const { return value >= min() && value <= max(); }
  bool isFirstTooLarge(std::int64_t value) const { return value == std::int64_t{max()} + 1; }

  std::int32_t wrap(std::int64_t value) const {
    if (width_ == 0) return 0;
    const int spare = 64 - width_;
    return static_cast<std::int32_t>(static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << spare) >> spare);
  }

  std::int32_t add(std::int32_t a, std::int32_t b) const { return wrap(std::int64_t{a} + b); }
  std::int32_t subtract(std::int32_t a, std::int32_t b) const { return wrap(std::int64_t{a} - b); }
  std::int32_t multiply(std::int32_t a, std::int32_t b) const { return wrap(std::int64_t{a} * b); }
  /// Truncates toward zero; x / 0 is -1, 1 or 0 for positive, negative and zero x.
  std::int32_t divide(std::int32_t a, std::int32_t b) const { return wrap(b != 0 ? a / b : a > 0 ? -1 : a < 0 ? 1 : 0); }
  /// The result has the sign of the dividend; x rem 0 is x.
  std::int32_t remainder(std::int32_t a, std::int32_t b) const { return b != 0 ? wrap(a % b) : a; }

  std::int32_t shiftLeft(std::int32_t a, std::int32_t by) const { return wrap(std::int64_t{a} << amount(by)); }
  std::int32_t shiftRight(std::int32_t a, std::int32_t by) const { return wrap(std::int64_t{a} >> amount(by)); }
  std::int32_t shiftRightLogical(std::int32_t a, std::int32_t by) const {
    if (width_ == 0) return 0;
    return wrap(static_cast<std::int64_t>((static_cast<std::uint64_t>(a) & ((std::uint64_t{1} << width_) - 1)) >> amount(by)));
  }

  bool addOverflows(std::int32_t a, std::int32_t b) const { return !fits(std::int64_t{a} + b); }
  bool subtractOverflows(std::int32_t a, std::int32_t b) const { return !fits(std::int64_t{a} - b); }
  bool multiplyOverflows(std::int32_t a, std::int32_t b) const { return !fits(std::int64_t{a} * b); }
  bool divideOverflows(std::int32_t a, std::int32_t b) const { return b == 0 || (a == min() && b == -1); }
  bool remainderOverflows(std::int32_t b) const { return b == 0; }
  /// Checks one shift by 2^i for each set bit i of `by`, in ascending order. Returns whether one of them changes the sign on the
  /// way: a bit that it moves out differs from the next bit. Unlike shiftLeft(), does not ignore the high bits of `by`.
  bool shiftLeftOverflows(std::int32_t a, std::int32_t by) const {
    std::int32_t shifted = a;
    const auto bit = [&](int i) { return i >= 0 && (shifted >> i & 1) != 0; };
    for (int i = 0; i < width_; ++i) {
      if ((by >> i & 1) == 0) continue;
      const std::int64_t distance = std::int64_t{1} << i;
      for (int x = 0; x < distance && x < width_; ++x)
        if (bit(width_ - x - 1) != bit(width_ - x - 2)) return true;
      if (i < amountBits()) shifted = wrap(distance >= width_ ? 0 : std::int64_t{shifted} << distance);
    }
    return false;
  }

 private:
  // Only the low ceil(log2 width) bits of a shift amount have an effect.
  int amountBits() const { return width_ <= 1 ? 0 : std::bit_width(static_cast<std::uint32_t>(width_ - 1)); }
  int amount(std::int32_t by) const {
    return static_cast<int>(static_cast<std::uint32_t>(by) & ((std::uint32_t{1} << amountBits()) - 1));
  }

  int width_;
};

}  // namespace aunit::evaluator
