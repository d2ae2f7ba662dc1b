#include "solver/circuit/bit_vectors.h"

#include <algorithm>
#include <cstddef>

namespace aunit::solver {

namespace {

int shiftMaskBits(int bitwidth) {
  int bits = 0;
  while ((1 << bits) < bitwidth) ++bits;
  return bits;
}

}  // namespace

std::vector<Lit> BitVectors::choose(Lit condition, const std::vector<Lit>& a, const std::vector<Lit>& b) const {
  std::vector<Lit> result;
  for (std::size_t i = 0; i < a.size(); ++i) result.push_back(circuit_.ifThenElse(condition, a[i], b[i]));
  return result;
}

BitVectors::Sum BitVectors::add(const std::vector<Lit>& a, const std::vector<Lit>& b, Lit carry) const {
  Sum result;
  Lit before = carry;
  for (std::size_t i = 0; i < a.size(); ++i) {
    before = carry;
    result.bits.push_back(circuit_.exclusiveOr(circuit_.exclusiveOr(a[i], b[i]), carry));
    carry = circuit_.majority(a[i], b[i], carry);
  }
  result.overflow = circuit_.exclusiveOr(before, carry);
  return result;
}

BitVectors::Sum BitVectors::multiply(const std::vector<Lit>& a, const std::vector<Lit>& b) const {
  const std::size_t width = a.size();
  const auto extended = [&](const std::vector<Lit>& x) {
    std::vector<Lit> wide(x);
    wide.resize(2 * width, x.back());
    return wide;
  };
  const std::vector<Lit> x = extended(a);
  const std::vector<Lit> y = extended(b);
  std::vector<Lit> total(2 * width, no);
  for (std::size_t i = 0; i < 2 * width; ++i) {
    std::vector<Lit> row(2 * width, no);
    for (std::size_t k = i; k < 2 * width; ++k) row[k] = circuit_.conjunction(x[k - i], y[i]);
    total = add(total, row, no).bits;
  }
  Sum result;
  result.bits.assign(total.begin(), total.begin() + static_cast<std::ptrdiff_t>(width));
  std::vector<Lit> unlike;
  for (std::size_t i = width; i < 2 * width; ++i) unlike.push_back(circuit_.exclusiveOr(total[i], total[width - 1]));
  result.overflow = circuit_.disjunction(unlike);
  return result;
}

std::vector<Lit> BitVectors::negate(const std::vector<Lit>& a) const {
  std::vector<Lit> inverted;
  for (const Lit l : a) inverted.push_back(!l);
  return add(inverted, std::vector<Lit>(a.size(), no), yes).bits;
}

void BitVectors::divide(const std::vector<Lit>& a, const std::vector<Lit>& b, std::vector<Lit>& quotient,
                        std::vector<Lit>& remainder) const {
  const std::size_t width = a.size();
  const Lit negativeA = a.back();
  const Lit negativeB = b.back();
  const std::vector<Lit> x = choose(negativeA, negate(a), a);
  std::vector<Lit> y = choose(negativeB, negate(b), b);
  y.push_back(no);
  std::vector<Lit> rest(width + 1, no);
  quotient.assign(width, no);
  for (std::size_t i = width; i-- > 0;) {
    rest.insert(rest.begin(), x[i]);
    rest.pop_back();
    std::vector<Lit> inverted;
    for (const Lit l : y) inverted.push_back(!l);
    const std::vector<Lit> difference = add(rest, inverted, yes).bits;
    const Lit fits = !difference.back();
    quotient[i] = fits;
    rest = choose(fits, difference, rest);
  }
  rest.resize(width);
  quotient = choose(circuit_.exclusiveOr(negativeA, negativeB), negate(quotient), quotient);
  remainder = choose(negativeA, negate(rest), rest);
  const Lit zero = !circuit_.disjunction(b);
  const Lit someA = circuit_.disjunction(a);
  std::vector<Lit> byZero(width, circuit_.conjunction(someA, !negativeA));  // a / 0 is -1 if a > 0
  byZero[0] = someA;                                                        // a / 0 is 1 if a < 0, and 0 if a = 0
  quotient = choose(zero, byZero, quotient);
  remainder = choose(zero, a, remainder);
}

std::vector<Lit> BitVectors::shift(Arithmetic operation, const std::vector<Lit>& a, const std::vector<Lit>& b,
                                   Lit& overflow) const {
  std::vector<Lit> value = a;
  const std::size_t width = a.size();
  const Lit fill = operation == Arithmetic::shiftRight ? a.back() : no;
  std::vector<Lit> lost;
  // As in the Analyzer, `overflow` depends on all bits of the shift amount, but the shift uses only the lowest bits of it.
  for (std::size_t stage = 0; stage < width; ++stage) {
    const std::size_t amount = std::size_t{1} << stage;
    if (operation == Arithmetic::shiftLeft) {
      for (std::size_t x = 0; x < std::min(amount, width); ++x) {
        const Lit right = x + 2 <= width ? value[width - x - 2] : no;
        lost.push_back(circuit_.conjunction(b[stage], circuit_.exclusiveOr(value[width - x - 1], right)));
      }
    }
    if (static_cast<int>(stage) >= shiftMaskBits(bitwidth_)) continue;
    std::vector<Lit> moved(width, fill);
    for (std::size_t i = 0; i < width; ++i) {
      if (operation == Arithmetic::shiftLeft) {
        if (i >= amount) moved[i] = value[i - amount];
      } else if (i + amount < width) {
        moved[i] = value[i + amount];
      }
    }
    value = choose(b[stage], moved, value);
  }
  overflow = circuit_.disjunction(overflow, circuit_.disjunction(lost));
  return value;
}

}  // namespace aunit::solver
