#include "evaluator/judge.h"

#include <gtest/gtest.h>

#include "evaluator/evaluator_impl.h"
#include "evaluator/reason.h"
#include "tests/evaluator/sources.h"

namespace aunit::evaluator {
namespace {

using testing::show;
using testing::Source;

const char* const listModel = R"(
  module list
  sig Node { link: set Node }
  fact PartialFunction { all n: Node | lone n.link }
  pred NoDirectedCycles() { all n: Node | n !in n.^link }
  run NoDirectedCycles)";

std::string list(const std::string& nodes, const std::string& links) {
  return R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["N0", "N1", "N2"],
             "states": [{"sigs": {"this/Node": )" +
         nodes + R"(}, "fields": {"this/Node.link": )" + links + "}}]}";
}

struct ListJudge : ::testing::Test {
  Source source{listModel};
  Evaluator evaluator{source.model()};

  std::optional<Broken> judge(const std::string& json, const std::vector<Constraint>& more = {}) {
    instance = source.instance(json);
    Question question{.constraints = constraintsOf(source.model())};
    append(question.constraints, Part::formula, {{source.model().commands()[0].formula}});
    question.constraints.insert(question.constraints.end(), more.begin(), more.end());
    return evaluator::judge(evaluator, instance, question).broken;
  }
  Reason explain(const Broken& broken) { return innermost(reasonFor(source.model(), instance, broken.formula)); }
  std::string operand(const Reason& e, std::size_t i) {
    return source.text(e.operands.at(i).expr) + " = " + show(e.operands.at(i).value, *instance.universe);
  }
  model::Instance instance;
};

TEST_F(ListJudge, AcceptsASolution) {
  EXPECT_FALSE(judge(list(R"(["N0", "N1"])", R"([["N1", "N0"]])")));
}

TEST_F(ListJudge, NamesTheFirstConstraintThatBreaks) {
  const auto domain = judge(list(R"(["N0"])", R"([["N1", "N0"]])"));
  ASSERT_TRUE(domain);
  EXPECT_EQ(domain->part, Part::implicit);

  const auto fact = judge(list(R"(["N0", "N1", "N2"])", R"([["N0", "N1"], ["N0", "N2"], ["N1", "N1"]])"));
  ASSERT_TRUE(fact);
  EXPECT_EQ(fact->part, Part::fact);
  EXPECT_EQ(fact->message, "fact PartialFunction does not hold");
  const Reason why = explain(*fact);
  EXPECT_EQ(source.text(why.formula), "lone n.link");
  ASSERT_EQ(why.bindings.size(), 1u);
  EXPECT_EQ(source.model().variable(why.bindings[0].variable).name, "n");
  EXPECT_EQ(show(why.bindings[0].value, *instance.universe), "{N0}");
  EXPECT_EQ(operand(why, 0), "n.link = {N1, N2}");
}

TEST_F(ListJudge, EntersCalledPredicates) {
  const auto broken = judge(list(R"(["N0", "N1"])", R"([["N1", "N1"]])"));
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->part, Part::formula);
  const Reason why = explain(*broken);
  EXPECT_EQ(source.text(why.formula), "n !in n.^link");
  EXPECT_FALSE(why.actual);
  EXPECT_EQ(show(why.bindings.at(0).value, *instance.universe), "{N1}");
  EXPECT_EQ(operand(why, 0), "n = {N1}");
  EXPECT_EQ(operand(why, 1), "n.^link = {N1}");
}

TEST_F(ListJudge, ComparesSizesWithTheScope) {
  const auto node = static_cast<model::SigId>(source.model().sigs().size() - 1);
  const std::string two = list(R"(["N0", "N1"])", "[]");
  const auto judged = [&](int atoms, bool exact) {
    return judge(two, {{.part = Part::size, .index = node, .atoms = atoms, .exact = exact}});
  };
  EXPECT_FALSE(judged(2, false));
  EXPECT_FALSE(judged(2, true));
  EXPECT_FALSE(judged(3, false));
  EXPECT_EQ(judged(3, true)->message, "`Node` has 2 atoms, but the scope allows exactly 3");
  EXPECT_EQ(judged(1, false)->part, Part::size);
}

struct Watcher : NoObserver {
  static constexpr bool active = true;
  bool wantsValues() const { return true; }
  std::vector<model::ExprId>* seen = nullptr;
  void formula(model::ExprId id, bool) { seen->push_back(id); }
};

// Observers see all constraints, even after the first violated one. Formulas that are evaluated for observers only do not change
// the verdict.
TEST(Judge, ObserversSeeWhatComesBehindTheBrokenOne) {
  Source source("sig A { f: set A } fact F { no A } fact G { no f } pred p { some f } run p");
  std::vector<model::ExprId> seen;
  Watcher watcher;
  watcher.seen = &seen;
  BasicEvaluator<Watcher> evaluator(source.model(), {}, watcher);
  const model::Instance instance =
      source.instance(R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["a"], "states": [{"sigs": {"this/A": ["a"]}}]})");
  Question question{.constraints = constraintsOf(source.model())};
  append(question.constraints, Part::watched, {{source.model().commands()[0].formula}});
  const Verdict verdict = judge(evaluator, instance, question);
  ASSERT_TRUE(verdict.broken);
  EXPECT_EQ(verdict.broken->message, "fact F does not hold");
  for (const model::ExprId id :
       {source.model().facts()[0].body, source.model().facts()[1].body, source.model().commands()[0].formula})
    EXPECT_NE(std::ranges::find(seen, id), seen.end());
}

// If the evaluation of one constraint fails, it is reported, and a violated constraint after it is still found.
TEST(Judge, WhatHasNoValueIsToldApartFromWhatIsBroken) {
  Source source("sig A {} fact F { all r: A->A | r = r } fact G { no A }");
  Evaluator evaluator(source.model(), {.higherOrderLimit = 4});
  const auto judged = [&](const std::string& atoms) {
    const model::Instance instance = source.instance(
        R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["a", "b"], "states": [{"sigs": {"this/A": )" + atoms + "}}]}");
    return judge(evaluator, instance, {.constraints = constraintsOf(source.model())});
  };
  EXPECT_TRUE(judged("[]").holds());
  const Verdict both = judged(R"(["a", "b"])");
  EXPECT_TRUE(both.error);
  EXPECT_EQ(both.broken->message, "fact G does not hold");
}

TEST(Judge, WatchesWhatIsNotVariable) {
  Source source("sig A { f: set A } var sig B {}");
  Evaluator evaluator(source.model());
  const auto judged = [&](const std::string& second) {
    const model::Instance instance = source.instance(
        R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["a", "b"], "loop": 1, "states": [
            {"sigs": {"this/A": ["a"], "this/B": ["b"]}}, )" +
        second + "]}");
    return judge(evaluator, instance, {.constraints = constraintsOf(source.model())}).broken;
  };
  EXPECT_FALSE(judged(R"({"sigs": {"this/A": ["a"]}})"));
  const auto changed = judged(R"({"sigs": {"this/A": ["a"], "this/B": ["b"]}, "fields": {"this/A.f": [["a", "a"]]}})");
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->part, Part::states);
  EXPECT_EQ(changed->field, 0u);
  EXPECT_EQ(judged(R"({"sigs": {"this/B": ["b"]}})")->message, "`A` is not `var`, but its values in state 1 and state 0 differ");
}

TEST(Judge, AtomsDoNotMigrate) {
  Source source("var sig P {} var sig C extends P {}");
  Evaluator evaluator(source.model());
  const model::Instance instance = source.instance(
      R"({"bitwidth": 4, "maxSequence": 4, "atoms": ["a"], "loop": 1,
          "states": [{"sigs": {"this/P": ["a"]}}, {"sigs": {"this/P": ["a"], "this/C": ["a"]}}]})");
  EXPECT_EQ(judge(evaluator, instance, {.constraints = constraintsOf(source.model())}).broken->message,
            "the atom `a` is in `C` in one state, but not in another state");
}

}  // namespace
}  // namespace aunit::evaluator
