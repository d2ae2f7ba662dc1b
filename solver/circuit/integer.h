// Integer circuits: two's complement of a fixed bit width, in forms that suit the integers of relational models.
//
// A value is a list of cases or a vector of bits. Each case is a value with a condition, and exactly one condition holds.
// Integer literals, counts of a few tuples, and the contents of a field that holds one integer are lists of cases. All other
// values are bits (Kodkod's TwosComplementInt). Cases need few gates or none to compare values, to add a constant, or to make
// the set that contains the integer. Cases also propagate well; adders propagate badly. Bits wrap around (language reference
// 11); the overflow literal records that they did.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "solver/circuit/bit_vectors.h"
#include "solver/circuit/circuit.h"
#include "solver/circuit/matrix.h"

namespace aunit::solver {

struct Integer {
  /// Ascending values, with conditions of which exactly one holds. If empty, `bits` or `counted` has the value.
  std::vector<std::pair<std::int32_t, Lit>> cases;
  /// The lowest bit first, as many bits as the bit width.
  std::vector<Lit> bits;
  /// If not empty, the value is the number of these literals that are true, and `cases` and `bits` are empty. Comparisons with
  /// constants use these literals; other operations make cases or bits from them.
  std::vector<Lit> counted;
  /// Other integers with conditions, of which at most one holds. The value is the integer whose condition holds, or 0 if none
  /// holds. Empty if the value is not such a choice.
  std::vector<std::pair<Lit, std::shared_ptr<const Integer>>> choices;
  /// Holds when some intermediate value left the range of the bit width, or there was a division by zero.
  Lit overflow = no;
};
using IntegerRef = std::shared_ptr<const Integer>;

/// The value of one operation on plain integers of the bit width (language reference 11), and whether it overflowed.
std::pair<std::int32_t, bool> compute(Arithmetic operation, std::int32_t a, std::int32_t b, int bitwidth);
/// The value wrapped around to the bit width.
std::int32_t wrap(std::int64_t value, int bitwidth);

class IntegerAlgebra {
 public:
  /// `bitwidth` is 1 .. 30. Sums record overflow only with `noteOverflowOfSums`, because detecting it takes additional bits.
  IntegerAlgebra(Circuit& circuit, int bitwidth, bool noteOverflowOfSums = false)
      : circuit_(circuit), vectors_(circuit, bitwidth), bitwidth_(bitwidth), noteOverflowOfSums_(noteOverflowOfSums) {}

  int bitwidth() const { return bitwidth_; }

  IntegerRef constant(std::int64_t value) const;
  /// The number of literals that hold.
  IntegerRef count(std::vector<Lit> literals) const;
  /// The sum of the values whose conditions hold; `exclusive` promises that at most one condition holds.
  IntegerRef sum(std::span<const std::pair<std::int32_t, Lit>> terms, bool exclusive) const;
  /// The sum overflows if a term overflows or the total does not fit. Partial sums may exceed the range.
  IntegerRef sum(std::vector<IntegerRef> terms) const;
  IntegerRef ifThenElse(Lit condition, const IntegerRef& a, const IntegerRef& b) const;
  IntegerRef select(std::span<const Lit> conditions, std::span<const IntegerRef> choices) const;
  IntegerRef apply(Arithmetic operation, const IntegerRef& a, const IntegerRef& b) const;

  Lit equal(const IntegerRef& a, const IntegerRef& b) const;
  Lit less(const IntegerRef& a, const IntegerRef& b) const;

  /// The value as cases, for any form of the value.
  std::vector<std::pair<std::int32_t, Lit>> cases(const Integer& a) const;
  std::vector<Lit> bits(const Integer& a) const;

 private:
  using Cases = std::vector<std::pair<std::int32_t, Lit>>;

  IntegerRef fromCases(Cases cases, Lit overflow) const;
  IntegerRef fromBits(std::vector<Lit> bits, Lit overflow) const;
  bool prefersCases(const Integer& a) const;
  Lit overflowOfSum(std::span<const IntegerRef> terms) const;
  Lit compareCount(const Integer& counted, std::int64_t atLeast) const;

  using Compare = Lit (IntegerAlgebra::*)(const IntegerRef&, const IntegerRef&) const;
  /// A cached comparison of integers with choices. Owns the operands, so that no other integers get their addresses.
  struct CachedComparison {
    IntegerRef a, b;
    Lit holds = no;
  };
  using ComparedPairs = std::map<std::pair<const Integer*, const Integer*>, CachedComparison>;
  std::optional<Lit> byChoices(const IntegerRef& a, const IntegerRef& b, Compare compare, ComparedPairs& known) const;

  Circuit& circuit_;
  BitVectors vectors_;
  mutable ComparedPairs equal_, less_;
  int bitwidth_;
  bool noteOverflowOfSums_;
};

}  // namespace aunit::solver
