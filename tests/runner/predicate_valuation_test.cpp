#include "runner/predicate_valuation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "runner/test_case.h"
#include "runner/test_judge.h"
#include "runner/value_text.h"

namespace aunit::runner {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A model whose first command is on a predicate `t` with this body.
class Predicate {
 public:
  Predicate(const std::string& model, const std::string& body, const std::string& scope = "")
      : loaded_(parser::loadText("t.als", model + "\npred t {\n" + body + "\n}\nrun t " + scope + "\n")) {
    for (const auto& d : loaded_->diagnostics.all())
      if (d.severity == model::Severity::error) ADD_FAILURE() << model::render(d, loaded_->sources, false);
    if (loaded_->ok()) valuation = readPredicateValuation(*loaded_->model, loaded_->model->commands()[0]);
  }

  std::string value(const std::string& relation) const {
    const model::Model& model = *loaded_->model;
    const model::State& state = valuation->instance.states.at(0);
    for (model::SigId id = 0; id < model.sigs().size(); ++id)
      if (model.sig(id).name == relation) return text(state.sigs[id], *valuation->instance.universe);
    for (model::FieldId id = 0; id < model.fields().size(); ++id)
      if (model.field(id).name == relation) return text(state.fields[id], *valuation->instance.universe);
    return "no " + relation;
  }

  Outcome outcome() const {
    const auto cases = collectTests(*loaded_);
    EXPECT_EQ(cases.size(), 1u);
    return TestJudge(*loaded_, {}).judge(cases.at(0)).outcome;
  }

  std::optional<PredicateValuation> valuation;

 private:
  std::unique_ptr<parser::Loaded> loaded_;
};

const std::string nodes = "sig Node { link: set Node }\npred acyclic { all n: Node | n !in n.^link }\n";

TEST(PredicateValuation, EquationsOverQuantifiedAtoms) {
  const Predicate p(nodes, "some disj N0, N1: Node { Node = N0 + N1  link = N0->N1  acyclic[] }");
  ASSERT_TRUE(p.valuation && p.valuation->full());
  EXPECT_EQ(p.value("Node"), "{N0, N1}");
  EXPECT_EQ(p.value("link"), "{N0->N1}");
  EXPECT_EQ(p.valuation->formulas.size(), 1u);
  EXPECT_EQ(p.valuation->bindings.size(), 2u);
  EXPECT_EQ(p.outcome(), Outcome::passed);
}

TEST(PredicateValuation, NoQuantifierForAnEmptyModel) {
  const Predicate p(nodes, "no Node\nlink = none -> none");
  ASSERT_TRUE(p.valuation && p.valuation->full());
  EXPECT_EQ(p.value("Node"), "{}");
  EXPECT_EQ(p.outcome(), Outcome::passed);
}

TEST(PredicateValuation, NestedQuantifiersWithBarsAndShadowedNames) {
  const std::string model = "abstract sig P {}\nsig A extends P { r: set P }\nsig B extends P {}\n";
  for (const std::string quantifiers : {"some disj A0: A | some disj B0: B | some disj A0, B0: P |",
                                         "some disj A0, B0: P | some disj B0: B | some disj A0: A |"}) {
    const Predicate p(model, quantifiers + " { A = A0 and B = B0 and P = A0 + B0 and r = A0->B0 }");
    ASSERT_TRUE(p.valuation && p.valuation->full()) << quantifiers;
    EXPECT_EQ(p.valuation->instance.universe->firstInt(), 2u);
    EXPECT_EQ(p.value("A"), "{A0}");
    EXPECT_EQ(p.value("B"), "{B0}");
    EXPECT_FALSE(p.valuation->misplaced);
    EXPECT_EQ(p.outcome(), Outcome::passed);
  }
}

TEST(PredicateValuation, AnAtomOutsideItsSignatureIsMisplaced) {
  const Predicate p(nodes, "some disj N0, N1: Node { Node = N0 + N0  no link  N1 = N1 }");
  ASSERT_TRUE(p.valuation && p.valuation->full());
  // N1 is no atom, so the formula is evaluated as it stands: it asks for two nodes where there is one.
  EXPECT_EQ(p.outcome(), Outcome::failed);
  const Predicate q("sig A {}\nsig B { f: set A }\n", "some disj X: A, Y: B { A = Y  B = X  no f }");
  ASSERT_TRUE(q.valuation && q.valuation->full());
  ASSERT_TRUE(q.valuation->misplaced);
  EXPECT_EQ(q.valuation->misplaced->text, "X is not in A");
  EXPECT_EQ(q.outcome(), Outcome::failed);
}

TEST(PredicateValuation, NegativeIntegersInTuples) {
  const Predicate p("sig Q { row: set Int }\n", "some disj Q0: Q { Q = Q0  row = Q0->-8 + Q0->3 }");
  ASSERT_TRUE(p.valuation && p.valuation->full());
  EXPECT_EQ(p.value("row"), "{Q0->-8, Q0->3}");
}

TEST(PredicateValuation, AnOrderingByItsFunctions) {
  const Predicate p("open util/ordering[S] as ord\nsig S {}\n",
                    "some disj S0, S1: S { S = S0 + S1  ord/first = S1  ord/next = S1->S0  lt[S1, S0] }");
  ASSERT_TRUE(p.valuation && p.valuation->full());
  EXPECT_EQ(p.value("First"), "{Ord->S1}");
  EXPECT_EQ(p.value("Next"), "{Ord->S1->S0}");
  EXPECT_EQ(p.outcome(), Outcome::passed);
}

TEST(PredicateValuation, WhatIsLeftOpenIsNamed) {
  const Predicate p("sig A { r: set A, s: set A }\n", "some disj A0: A { A = A0  r = A0->A0 }");
  ASSERT_TRUE(p.valuation);
  EXPECT_THAT(p.valuation->open, ElementsAre("A.s"));
  EXPECT_EQ(p.outcome(), Outcome::passed);  // the solver finds a completion
  const Predicate q("open util/ordering[S] as ord\nsig S {}\n", "some disj S0, S1: S { S = S0 + S1 }");
  ASSERT_TRUE(q.valuation);
  EXPECT_THAT(q.valuation->open, ElementsAre("Ord.First", "Ord.Next"));
}

TEST(PredicateValuation, WhatFollowsNeedsNoEquation) {
  const Predicate p("abstract sig P { r: set P }\none sig A extends P {}\nsig B extends P {}\n", "no B\nno r");
  ASSERT_TRUE(p.valuation);
  EXPECT_THAT(p.valuation->open, IsEmpty());
  EXPECT_EQ(p.value("P"), "{A}");
}

TEST(PredicateValuation, OrdinaryPredicatesAreNone) {
  EXPECT_FALSE(Predicate(nodes, "some link").valuation);
  EXPECT_FALSE(Predicate(nodes, "some n: Node | n in n.link").valuation);
  EXPECT_FALSE(Predicate(nodes, "all n: Node | no n.link").valuation);
}

TEST(PredicateValuation, AQuantifierInAFurtherFormulaIsMeant) {
  const Predicate p(nodes, "some disj N0, N1: Node { Node = N0 + N1  link = N0->N1  some n: Node | no n.link }");
  ASSERT_TRUE(p.valuation && p.valuation->full());
  EXPECT_EQ(p.valuation->formulas.size(), 1u);
  EXPECT_EQ(p.outcome(), Outcome::passed);
}

}  // namespace
}  // namespace aunit::runner
