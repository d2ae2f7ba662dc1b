// The quantifiers that become relations. The formulas alone decide this.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/grounding/problem.h"
#include "solver/translation/skolemization.h"
#include "tests/loaded.h"

namespace aunit::solver {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The skolems of a command's formula: for each, its name and its columns, "$p_y[x]".
std::vector<std::string> skolems(const std::string& formula, int depth = 0, Moments moments = Moments::apart) {
  const auto loaded = tests::loaded(
      "test.als", "sig A { r: set A } var sig V in A {} pred inner { some i: A | i in V } run p { " + formula + " } for 3");
  const model::Model& model = *loaded->model;
  support::Meter meter;
  Skolemization pass(model, depth, "p", moments, meter);
  std::vector<std::string> result;
  for (const Skolem& s : pass.of(problemOf(model, 0).formula).skolems) {
    std::string text = s.name;
    for (const model::VarId column : s.columns) text += "[" + model.variable(column).name + "]";
    result.push_back(std::move(text));
  }
  return result;
}

TEST(Skolemization, TakesExistentialQuantifiersInFront) {
  EXPECT_THAT(skolems("some x, y: A | x in y.r"), ElementsAre("$p_x", "$p_y"));
  EXPECT_THAT(skolems("not all x: A | no y: A | x in y.r"), ElementsAre("$p_x", "$p_y"));
  EXPECT_THAT(skolems("some r and some x: A | x in A.r"), ElementsAre("$p_x"));
  EXPECT_THAT(skolems("inner"), ElementsAre("$inner_i"));
  EXPECT_THAT(skolems("no x: A | x in x.r"), IsEmpty());
}

TEST(Skolemization, LeavesDisjunctionsButForRelations) {
  EXPECT_THAT(skolems("some r or some x: A | x in A.r"), IsEmpty());
  EXPECT_THAT(skolems("some r or some s: set A | s = s.r"), ElementsAre("$p_s"));
  EXPECT_THAT(skolems("some r implies some x: A | x in A.r"), IsEmpty());
}

TEST(Skolemization, GivesColumnsToUniversalVariables) {
  const std::string nested = "all x: A | some y: A | all z: A | some u: A | u in x.r + y.r + z.r";
  EXPECT_THAT(skolems(nested), IsEmpty());
  EXPECT_THAT(skolems(nested, 1), ElementsAre("$p_y[x]"));
  EXPECT_THAT(skolems(nested, 2), ElementsAre("$p_y[x]", "$p_u[x][z]"));
  EXPECT_THAT(skolems("all x: A | some s: set A | s = x.r"), ElementsAre("$p_s[x]"));
}

TEST(Skolemization, HidesWhatDependsOnTheMoment) {
  EXPECT_THAT(skolems("eventually some x: A | x in V"), IsEmpty());
  const auto witnessed = [](const std::string& formula, Moments moments) {
    const auto loaded = parser::loadText("test.als", "sig A {} var sig V in A {} run p { " + formula + " } for 3");
    support::Meter meter;
    Skolemization pass(*loaded->model, 0, "p", moments, meter);
    const SkolemisedFormula result = pass.of(problemOf(*loaded->model, 0).formula);
    return std::ranges::any_of(result.parts, [](const auto& p) { return p.form == SkolemisedFormula::Form::exists; });
  };
  EXPECT_TRUE(witnessed("eventually some x: A | x in V", Moments::apart));
  EXPECT_FALSE(witnessed("eventually some x: A | x in V", Moments::alike));
  EXPECT_TRUE(witnessed("eventually some s: set A | s = V", Moments::alike));
  EXPECT_FALSE(witnessed("eventually some s: set A | s = V'", Moments::alike));  // evaluated at another moment
}

// For nested conditions, the translator itself chooses the branch, so there are no more parts than places.
TEST(Skolemization, MakesEachPartOnce) {
  std::string formula = "some x: A | x in V";
  for (int i = 0; i < 40; ++i)
    formula = "(some V implies (" + formula + ") else some x" + std::to_string(i) + ": A | x" + std::to_string(i) + " in V)";
  EXPECT_EQ(skolems(formula).size(), 41u);
}

}  // namespace
}  // namespace aunit::solver
