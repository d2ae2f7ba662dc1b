// The search for the smallest instance is stopped, or reaches its time limit, in each of its stages. Its result is correct, and
// claims only what was shown.
#include "strength/instances/finder.h"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/preference.h"
#include "solver/session/search.h"
#include "strength/instances/smallest.h"
#include "strength/mutation/campaign.h"
#include "strength/mutation/equivalence.h"
#include "suite/valuation/valuation.h"
#include "tests/loaded.h"

namespace aunit::strength {
namespace {

/// One link would be enough; the valuation has six.
const std::string links = R"(
sig Node { link: set Node }
fact { some n: Node | some n.link }
pred acyclic { no n: Node | n in n.^link }
pred same { no n: Node | n.link != n.link }
val full { Node = N0 + N1 + N2  link = N0->N1 + N0->N2 + N1->N0 + N1->N2 + N2->N0 + N2->N1 }
test "no cycle" { full violates acyclic }
)";

std::unique_ptr<parser::Loaded> loaded() {
  return tests::loaded("links.aunit", links);
}

/// A search in which the solver answers every question with the same instance.
class Finding : public testing::Test {
 protected:
  void SetUp() override {
    model::Diagnostics diagnostics;
    instance_ = suite::instantiate(*loaded_->model, loaded_->tests, 0, {}, diagnostics);
    ASSERT_TRUE(instance_);
  }

  /// `stop_` is set after question number `stoppedBehind`.
  FinderResult found(double timeout, int stoppedBehind) {
    asked_ = 0;
    stop_ = false;
    const Ask ask = [&](int, int, InstanceSize) {
      stop_ = ++asked_ == stoppedBehind || stop_;
      solver::Result result;
      result.verdict = solver::Verdict::satisfiable;
      result.instance = instance_;
      return result;
    };
    const model::Scope scope{.overall = 3, .bitwidth = 5};
    const Condition condition{evaluator::constraintsOf(*loaded_->model), {}};
    return findWith(ask, ask, *loaded_->model, scope, condition, {.limits = {.seconds = timeout, .stop = &stop_}});
  }

  std::unique_ptr<parser::Loaded> loaded_ = loaded();
  std::optional<model::Instance> instance_;
  std::atomic<bool> stop_ = false;
  int asked_ = 0;
};

TEST_F(Finding, MakesWhatIsFoundSmaller) {
  const FinderResult all = found(0, 0);
  ASSERT_TRUE(all.smallest && all.large);
  EXPECT_EQ(sizeOf(all.large->instance), sizeOf(*instance_));
  EXPECT_EQ(sizeOf(all.smallest->instance), 1 + 2 + 1u);  // a state, two nodes, a link
}

TEST_F(Finding, CanBeStoppedInEachStage) {
  found(0, 0);
  const int questions = asked_;
  EXPECT_EQ(questions, 5);  // the whole scope, the scope without integers, one atom, again, and a small one
  for (int behind = 1; behind <= questions; ++behind) {
    const FinderResult stopped = found(0, behind);
    EXPECT_EQ(stopped.verdict, solver::Verdict::satisfiable) << behind;
    EXPECT_EQ(stopped.smallest.has_value(), behind > 4) << behind;
    EXPECT_EQ(stopped.large.has_value(), behind > 2) << behind;
  }
}

/// Without time for making it smaller, the instance is the one that the solver found.
TEST_F(Finding, MakesItNoSmallerThanTimeAllows) {
  const FinderResult late = found(1e-9, 0);
  ASSERT_TRUE(late.smallest);
  EXPECT_EQ(sizeOf(late.smallest->instance), sizeOf(*instance_));
}

/// A comparison without a decision is not reported as equivalent. The model is unchanged, and the next question is answered as
/// usual.
TEST(Comparison, IsGivenUpWhenStoppedOrLate) {
  const auto model = loaded();
  Campaign campaign(*model, {});
  const std::vector<Mutant> mutants = campaign.mutants();
  std::atomic<bool> stop = true;
  const model::Scope scope{.overall = 3};
  const model::ExprId before = model->model->exprCount();
  Comparer stopped(*model->model, {scope}, {.limits = {.stop = &stop}}),
      late(*model->model, {scope}, {.limits = {.seconds = 1e-9}});
  std::vector<Equivalence> told;
  for (const bool stops : {true, false}) {
    stop = stops;
    for (const Mutant& mutant : mutants) {
      const Comparison comparison = stopped.compare({&mutant, 1});
      EXPECT_EQ(comparison.equivalence == Equivalence::unknown, stops);
      EXPECT_EQ(comparison.difference.has_value(), comparison.equivalence == Equivalence::different);
      EXPECT_EQ(late.compare({&mutant, 1}).equivalence, Equivalence::unknown);
      EXPECT_EQ(model->model->exprCount(), before);
      if (!stops) told.push_back(comparison.equivalence);
    }
  }
  EXPECT_THAT(told, testing::AllOf(testing::Contains(Equivalence::equivalent), testing::Contains(Equivalence::different)));
}

/// No instance with the same number of atoms has fewer tuples. (It is not enough that no tuple can be removed.)
TEST(Finder, FindsTheSmallestOfAll) {
  const std::vector<std::string> formulas = {
      "#f = 3 and no g or some g and f = g and #g = 2",
      "(no iden & f and f in g and #f = 2) or (f = iden & (N -> N) and no g)",
      "all n: N | some n.f and (n in n.f implies #n.g = 2)",
      "some n: N | N in n.f and (n.f = n.g or #g = 4)",
      "#f + #g = 5 or (#f = 2 and f = ~f and g = N -> N - f)",
      "some disj a, b: N | a->b in f iff b->a in g and #f != 1 and some f + g",
  };
  for (const std::string& formula : formulas) {
    SCOPED_TRACE(formula);
    const auto loaded = tests::loaded("m.als", "sig N { f: set N, g: set N } run { some N and (" + formula + ") } for 2");
    model::Model& model = *loaded->model;
    const model::Command& command = model.commands()[0];
    solver::Search all(model, solver::problemOf(model, 0), {.symmetry = 0, .enumerate = true, .threads = solver::Threads::one});
    std::optional<std::pair<std::size_t, std::size_t>> least;
    for (auto one = all.next(); one.verdict == solver::Verdict::satisfiable; one = all.next()) {
      const std::pair size(solver::sizeOf(model, *one.instance).atoms, sizeOf(*one.instance));
      least = std::min(size, least.value_or(size));
    }
    ASSERT_TRUE(least);
    model::TypeTable types(model);
    model::Nodes nodes(model, types);
    nodes.at({});
    const FinderResult found = Finder(model, command.scope, {}).find({.formula = command.formula}, nodes);
    ASSERT_TRUE(found.smallest);
    EXPECT_EQ(sizeOf(found.smallest->instance), least->second);
  }
}

}  // namespace
}  // namespace aunit::strength
