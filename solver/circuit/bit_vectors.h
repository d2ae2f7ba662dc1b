// Arithmetic of two's complement numbers as vectors of literals, the lowest bit first (Kodkod's TwosComplementInt).
#pragma once

#include <cstdint>
#include <vector>

#include "solver/circuit/circuit.h"

namespace aunit::solver {

enum class Arithmetic : std::uint8_t { add, subtract, multiply, divide, remainder, shiftLeft, shiftRight, shiftRightLogical };

/// Operands of one operation have the same number of bits.
class BitVectors {
 public:
  /// `circuit` must outlive this object. A shift uses only the lowest bits of its amount: ceil(log2(bitwidth)) bits.
  BitVectors(Circuit& circuit, int bitwidth) : circuit_(circuit), bitwidth_(bitwidth) {}

  struct Sum {
    std::vector<Lit> bits;
    Lit overflow = no;
  };

  Sum add(const std::vector<Lit>& a, const std::vector<Lit>& b, Lit carry) const;
  /// Multiplies by shifting and adding, at twice the width: the upper half shows whether the product fits.
  Sum multiply(const std::vector<Lit>& a, const std::vector<Lit>& b) const;
  /// Restoring division of the magnitudes. The quotient's sign depends on both operands; the remainder has the dividend's sign. A
  /// zero divisor gives the values that section 11 of the language reference states.
  void divide(const std::vector<Lit>& a, const std::vector<Lit>& b, std::vector<Lit>& quotient,
              std::vector<Lit>& remainder) const;
  /// `operation` is one of the shifts. If a left shift loses bits, makes `overflow` true; otherwise `overflow` keeps its value.
  std::vector<Lit> shift(Arithmetic operation, const std::vector<Lit>& a, const std::vector<Lit>& b, Lit& overflow) const;
  std::vector<Lit> negate(const std::vector<Lit>& a) const;
  std::vector<Lit> choose(Lit condition, const std::vector<Lit>& a, const std::vector<Lit>& b) const;

 private:
  Circuit& circuit_;
  int bitwidth_;
};

}  // namespace aunit::solver
