// Integer circuits compared with calculation, in every representation that an integer can have.

#include <gtest/gtest.h>

#include "solver/circuit/integer.h"
#include "solver/circuit/simulation.h"

namespace aunit::solver {
namespace {

constexpr Arithmetic operations[] = {Arithmetic::add,        Arithmetic::subtract,         Arithmetic::multiply,
                                     Arithmetic::divide,     Arithmetic::remainder,        Arithmetic::shiftLeft,
                                     Arithmetic::shiftRight, Arithmetic::shiftRightLogical};

std::int64_t valueOf(Simulation& simulation, const IntegerAlgebra& integers, const Integer& i) {
  std::int64_t value = 0;
  const std::vector<Lit> bits = integers.bits(i);
  for (std::size_t k = 0; k < bits.size(); ++k) {
    if (simulation.value(bits[k])) value |= std::int64_t{1} << k;
  }
  return wrap(value, integers.bitwidth());
}

/// Two free integers of one width: as bits, or as case distinctions over the same inputs.
class TwoIntegers : public testing::TestWithParam<std::tuple<int, bool>> {
 protected:
  IntegerRef make(bool asCases) {
    auto bits = std::make_shared<Integer>();
    for (int i = 0; i < width(); ++i) bits->bits.push_back(circuit_.input());
    if (!asCases) return bits;
    auto cases = std::make_shared<Integer>();
    cases->cases = integers_.cases(*bits);
    return cases;
  }
  static int width() { return std::get<0>(GetParam()); }

  template <class F>
  void forAllValues(F&& check) {
    const int count = 1 << width();
    for (int assignment = 0; assignment < count * count; ++assignment) {
      Simulation simulation(circuit_, [&](std::uint32_t node) { return (assignment >> (node - 1) & 1) != 0; });
      check(simulation, wrap(assignment, width()), wrap(assignment >> width(), width()));
    }
  }

  Circuit circuit_;
  IntegerAlgebra integers_{circuit_, std::get<0>(GetParam())};
};

TEST_P(TwoIntegers, ComputeLikePlainOnes) {
  const IntegerRef a = make(false);
  const IntegerRef b = make(std::get<1>(GetParam()));
  std::vector<IntegerRef> results;
  for (const Arithmetic operation : operations) results.push_back(integers_.apply(operation, a, b));
  const Lit less = integers_.less(a, b);
  const Lit equal = integers_.equal(a, b);
  forAllValues([&](Simulation& simulation, std::int32_t x, std::int32_t y) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      const auto [value, overflowed] = compute(operations[i], x, y, width());
      ASSERT_EQ(valueOf(simulation, integers_, *results[i]), value) << "operation " << i << " on " << x << " and " << y;
      ASSERT_EQ(simulation.value(results[i]->overflow), overflowed) << "operation " << i << " on " << x << " and " << y;
    }
    ASSERT_EQ(simulation.value(less), x < y);
    ASSERT_EQ(simulation.value(equal), x == y);
  });
}

INSTANTIATE_TEST_SUITE_P(Widths, TwoIntegers, testing::Combine(testing::Values(1, 2, 3, 4, 5), testing::Bool()));

TEST(Arithmetic, IsThatOfTheReference) {
  // Language reference 11.
  const auto at4 = [](Arithmetic o, int a, int b) { return compute(o, a, b, 4).first; };
  EXPECT_EQ(at4(Arithmetic::divide, -7, 2), -3);
  EXPECT_EQ(at4(Arithmetic::remainder, -7, 2), -1);
  EXPECT_EQ(at4(Arithmetic::divide, -8, -1), -8);
  EXPECT_EQ(at4(Arithmetic::divide, 7, 0), -1);
  EXPECT_EQ(at4(Arithmetic::divide, -7, 0), 1);
  EXPECT_EQ(at4(Arithmetic::divide, 0, 0), 0);
  EXPECT_EQ(at4(Arithmetic::remainder, 5, 0), 5);
  EXPECT_EQ(at4(Arithmetic::shiftLeft, 1, 4), 1);
  EXPECT_EQ(at4(Arithmetic::shiftLeft, 1, -1), -8);
  EXPECT_EQ(at4(Arithmetic::shiftRightLogical, -8, 1), 4);
  EXPECT_EQ(at4(Arithmetic::add, 7, 1), -8);
}

TEST(Count, ComparesAndWraps) {
  for (const int width : {2, 3, 4}) {
    Circuit circuit;
    const IntegerAlgebra integers(circuit, width);
    std::vector<Lit> literals;
    for (int i = 0; i < 6; ++i) literals.push_back(circuit.input());
    const IntegerRef count = integers.count(literals);
    std::vector<Lit> equal;
    std::vector<Lit> below;
    std::vector<Lit> above;
    const int low = -(1 << (width - 1));
    for (int v = low; v < -low; ++v) {
      equal.push_back(integers.equal(count, integers.constant(v)));
      below.push_back(integers.less(count, integers.constant(v)));
      above.push_back(integers.less(integers.constant(v), count));
    }
    const IntegerRef twice = integers.apply(Arithmetic::add, count, count);
    for (int assignment = 0; assignment < 64; ++assignment) {
      Simulation simulation(circuit, [&](std::uint32_t node) { return (assignment >> (node - 1) & 1) != 0; });
      const int plain = std::popcount(static_cast<unsigned>(assignment));
      const int value = wrap(plain, width);
      for (int v = low; v < -low; ++v) {
        ASSERT_EQ(simulation.value(equal[static_cast<std::size_t>(v - low)]), value == v);
        ASSERT_EQ(simulation.value(below[static_cast<std::size_t>(v - low)]), value < v);
        ASSERT_EQ(simulation.value(above[static_cast<std::size_t>(v - low)]), value > v);
      }
      ASSERT_EQ(valueOf(simulation, integers, *twice), wrap(2 * plain, width));
      ASSERT_EQ(simulation.value(count->overflow), plain != value);
    }
  }
}

}  // namespace
}  // namespace aunit::solver
