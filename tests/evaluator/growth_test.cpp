// The cost of evaluation over large universes, in steps that the evaluator's loops count, not in seconds. Each bound is ten times
// the count at the time of writing. One step takes about a nanosecond (support/cancellation.h).

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "parser/front_end.h"
#include "support/cancellation.h"

namespace aunit::evaluator {
namespace {

using model::Atom;
using model::TupleSet;

// Nodes in one chain by `step`, each linked to the next two nodes.
class GrowingChain {
 public:
  explicit GrowingChain(const std::string& formula)
      : loaded_(parser::loadText("chain.als", "sig Node { step: lone Node, link: set Node }\nsig Odd in Node {}\npred p { " +
                                                  formula + " }\nrun p")) {}

  const model::Model& model() const { return *loaded_->model; }
  bool loads() const { return loaded_->model && !model().commands().empty(); }

  /// The number of cancellation checks, one every 2^18 steps.
  unsigned questions(Atom atoms, bool expected) const {
    std::vector<std::string> names;
    for (Atom a = 0; a < atoms; ++a) names.push_back(fmt::format("N{}", a));
    model::Instance instance;
    instance.universe = std::make_shared<model::Universe>(names, std::vector<std::string>{}, 4);
    const std::uint32_t size = instance.universe->size();
    std::vector<Atom> step, link, odd;
    for (Atom a = 0; a + 1 < atoms; ++a) {
      step.insert(step.end(), {a, a + 1});
      link.insert(link.end(), {a, a + 1});
      if (a + 2 < atoms) link.insert(link.end(), {a, a + 2});
      if (a % 2 != 0) odd.push_back(a);
    }
    model::State& state = instance.states.emplace_back();
    state.sigs.assign(model().sigs().size(), TupleSet(size, 1));
    state.sigs[model().sigs().size() - 2] = TupleSet::range(size, 0, atoms);
    state.sigs[model().sigs().size() - 1] = TupleSet::ofTuples(size, 1, odd);
    state.fields = {TupleSet::ofTuples(size, 2, step), TupleSet::ofTuples(size, 2, link)};
    unsigned questions = 0;
    support::Budget bindings = support::Budget().endingAt(2'000);  // 2,048,000 values of variables
    Evaluator evaluator(model(), {.budget = &bindings});
    const support::Cancellation counting([&] { ++questions; });
    evaluator.bind(instance);
    EXPECT_EQ(evaluator.holds(model().commands()[0].formula), expected);
    return questions;
  }

 private:
  std::unique_ptr<parser::Loaded> loaded_;
};

struct GrowthCase {
  const char* formula;
  bool holds;
  unsigned bound;  // number of checks for 100,000 atoms
};

class Growth : public ::testing::TestWithParam<GrowthCase> {};

TEST_P(Growth, IsNearlyLinear) {
  const GrowingChain chain(GetParam().formula);
  ASSERT_TRUE(chain.loads());
  const unsigned small = chain.questions(10'000, GetParam().holds), large = chain.questions(100'000, GetParam().holds);
  EXPECT_LE(large, GetParam().bound);
  EXPECT_LE(large, 20 * (small + 1));  // allows n log n, and work below one check
}

const GrowthCase growthCases[] = {
    {"all n: Node | n not in n.^link", true, 20},
    {"no n: Node | n in n.^link", true, 20},
    {"all n: Node | no n & ^link.n", true, 40},
    {"no iden & ^link", true, 20},
    {"one n: Node | no step.n and Node in n.*link", true, 1930},
    {"all n: Node | some n.*link and no (n & Odd).^link implies n not in Odd", true, 2000},
    {"some link.link & step.step", true, 390},
    {"all n: Node | lone step.n and lone n.step", true, 2030},
    {"link :> Odd in Odd <: link + link", true, 40},
    {"all a, b: Node | a->b in step implies b in a.link", true, 570},
    {"all disj a, b: Node | no a.step & b.step", true, 2280},
    {"all a, b: Node | a.step = b.step implies a = b", true, 2350},
    {"some a, b: Node | b in a.link and a in b.link", false, 4140},
    {"link = {a, b: Node | b in a.step + a.step.step}", true, 500},
    {"link in Node->Node and no link - Node->Node", true, 970},
    {"all n: Node, m: n.link | m not in link.n", true, 4000},
};

INSTANTIATE_TEST_SUITE_P(Formulas, Growth, ::testing::ValuesIn(growthCases));

}  // namespace
}  // namespace aunit::evaluator
