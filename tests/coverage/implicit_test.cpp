// Implicit constraints: those that declarations impose in addition to facts.
#include <gtest/gtest.h>

#include "tests/coverage/support.h"

namespace aunit::coverage {
namespace {

using namespace testing;

TEST(Implicit, AQuantifiedConstraintMeetsTrueAndFalseAlone) {
  const Loaded model("sig A { f: lone A, g: one A, h: one A }");
  const Loaded::Valuation valuation = {{"A", "A0 A1"}, {"f", "A0->A1"}, {"g", "A0->A0 A1->A1"}, {"h", "A0->A0"}};
  const TestRecord test = model.record(model.instance(valuation));
  EXPECT_EQ(model.numbers(test.met, "f: lone A"), "0");
  EXPECT_EQ(model.numbers(test.met, "g: one A"), "0");
  EXPECT_EQ(model.numbers(test.met, "h: one A"), "1");
}

}  // namespace
}  // namespace aunit::coverage
