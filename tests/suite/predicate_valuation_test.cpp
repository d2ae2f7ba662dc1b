#include "suite/valuation/predicate_valuation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "both_engines.h"
#include "parser/front_end.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"
#include "tests/loaded.h"

namespace aunit::suite {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A model whose first command runs or checks the predicate `t`, which has this body.
class Predicate {
 public:
  Predicate(const std::string& model, const std::string& body, const std::string& scope = "")
      : loaded_(parser::loadText("t.als", model + "\npred t {\n" + body + "\n}\nrun t " + scope + "\n")) {
    for (const auto& d : loaded_->diagnostics.all())
      if (d.severity == model::Severity::error) ADD_FAILURE() << model::render(d, loaded_->sources, false);
    if (loaded_->ok()) valuation = readPredicateValuation(*loaded_->model, loaded_->model->commands()[0]);
  }

  std::string value(const std::string& relation) const {
    return testing_::valueOf(*loaded_->model, valuation->instance, relation);
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

/// A predicate that states a full valuation.
struct FullPredicate : Predicate {
  FullPredicate(const std::string& model, const std::string& body, const std::string& scope = "")
      : Predicate(model, body, scope) {
    if (!valuation || !valuation->full()) throw std::runtime_error("this states no full valuation: " + body);
  }
};

const std::string nodes = "sig Node { link: set Node }\npred acyclic { all n: Node | n !in n.^link }\n";

TEST(PredicateValuation, EquationsOverQuantifiedAtoms) {
  const FullPredicate p(nodes, "some disj N0, N1: Node { Node = N0 + N1  link = N0->N1  acyclic[] }");
  EXPECT_EQ(p.value("Node"), "{N0, N1}");
  EXPECT_EQ(p.value("link"), "{N0->N1}");
  EXPECT_EQ(p.valuation->formulas.size(), 1u);
  EXPECT_EQ(p.valuation->bindings.size(), 2u);
  EXPECT_EQ(p.outcome(), Outcome::passed);
}

TEST(PredicateValuation, NoQuantifierForAnEmptyModel) {
  const FullPredicate p(nodes, "no Node\nlink = none -> none");
  EXPECT_EQ(p.value("Node"), "{}");
  EXPECT_EQ(p.outcome(), Outcome::passed);
}

TEST(PredicateValuation, NestedQuantifiersWithBarsAndShadowedNames) {
  const std::string model = "abstract sig P {}\nsig A extends P { r: set P }\nsig B extends P {}\n";
  for (const std::string quantifiers : {"some disj A0: A | some disj B0: B | some disj A0, B0: P |",
                                        "some disj A0, B0: P | some disj B0: B | some disj A0: A |"}) {
    const FullPredicate p(model, quantifiers + " { A = A0 and B = B0 and P = A0 + B0 and r = A0->B0 }");
    EXPECT_EQ(p.valuation->instance.universe->firstInt(), 2u);
    EXPECT_EQ(p.value("A"), "{A0}");
    EXPECT_EQ(p.value("B"), "{B0}");
    EXPECT_FALSE(p.valuation->misplaced);
    EXPECT_EQ(p.outcome(), Outcome::passed);
  }
}

TEST(PredicateValuation, AnAtomOutsideItsSignatureIsMisplaced) {
  const FullPredicate p(nodes, "some disj N0, N1: Node { Node = N0 + N0  no link  N1 = N1 }");
  // N1 is not an atom here, so the formula is evaluated as written: it requires two nodes, but there is one.
  EXPECT_EQ(p.outcome(), Outcome::failed);
  const FullPredicate q("sig A {}\nsig B { f: set A }\n", "some disj X: A, Y: B { A = Y  B = X  no f }");
  ASSERT_TRUE(q.valuation->misplaced);
  EXPECT_EQ(q.valuation->misplaced->text, "X is not in A");
  EXPECT_EQ(q.outcome(), Outcome::failed);
}

TEST(PredicateValuation, NegativeIntegersInTuples) {
  const FullPredicate p("sig Q { row: set Int }\n", "some disj Q0: Q { Q = Q0  row = Q0->-8 + Q0->3 }");
  EXPECT_EQ(p.value("row"), "{Q0->-8, Q0->3}");
}

TEST(PredicateValuation, AnOrderingByItsFunctions) {
  const FullPredicate p("open util/ordering[S] as ord\nsig S {}\n",
                        "some disj S0, S1: S { S = S0 + S1  ord/first = S1  ord/next = S1->S0  lt[S1, S0] }");
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

TEST(PredicateValuation, EquationsOfSingleAtoms) {
  const FullPredicate p(nodes, "some disj N0, N1, N2: Node { Node = N0 + N1 + N2  N0.link = N1 + N2  no N1.link  N0 = N2.link }");
  EXPECT_EQ(p.value("link"), "{N0->N1, N0->N2, N2->N0}");
  EXPECT_THAT(p.valuation->formulas, IsEmpty());
  const Predicate q(nodes, "some disj N0, N1: Node { Node = N0 + N1  N0.link = N1 }");
  ASSERT_TRUE(q.valuation);
  EXPECT_THAT(q.valuation->open, ElementsAre("Node.link"));
}

TEST(PredicateValuation, NamesThatLetAndCallsBind) {
  const std::string model = nodes + "pred cycle[a, b: Node] { Node = a + b  link = a->b + b->a }\n";
  for (const std::string body :
       {"some disj N0, N1: Node | let both = N0 + N1, r = N0->N1 + ~(N0->N1) | Node = both and link = r and not acyclic",
        "some disj N0, N1: Node | cycle[N0, N1] and not acyclic"}) {
    const FullPredicate p(model, body);
    EXPECT_EQ(p.value("link"), "{N0->N1, N1->N0}");
    EXPECT_EQ(p.outcome(), Outcome::passed) << body;
  }
  // A predicate with a constraint on one atom is not part of the valuation.
  const Predicate said("one sig Root { r: set Root }\nsig N { s: set Root }\npred meant { some N  Root.r = Root }\n",
                       "no N  meant");
  ASSERT_TRUE(said.valuation);
  EXPECT_EQ(said.outcome(), Outcome::failed);
  // Further formulas of the called predicate are judged, too.
  const FullPredicate p(nodes + "pred v[a: Node] { Node = a  no link  some link }\n", "some n: Node | v[n]");
  EXPECT_EQ(p.outcome(), Outcome::failed);
}

TEST(PredicateValuation, ParametersNameAtomsToo) {
  const auto loaded = tests::loaded("t.als", nodes + "pred t[a, b: Node] { a != b  Node = a + b  link = a->b }\nrun t\n");
  const auto valuation = readPredicateValuation(*loaded->model, loaded->model->commands()[0]);
  ASSERT_TRUE(valuation && valuation->full());
  EXPECT_TRUE(valuation->certain);
}

TEST(PredicateValuation, ValuesMadeOfWhatIsKnown) {
  const FullPredicate p("sig Node { link: set Node, back, other: set Node }\n",
                        "some disj N0, N1: Node { back = ~link  other = (Node->Node - link) & N0->Node  Node = N1 + N0  link = "
                        "Node->N1 - N1->N1 }");
  EXPECT_EQ(p.value("link"), "{N0->N1}");
  EXPECT_EQ(p.value("back"), "{N1->N0}");
  EXPECT_EQ(p.value("other"), "{N0->N0}");
  // An equation between two relations gives a value to neither of them.
  const Predicate q("sig Node { link, back: set Node }\n", "some n: Node { Node = n  link = ~back  back = ~link }");
  ASSERT_TRUE(q.valuation);
  EXPECT_THAT(q.valuation->open, ElementsAre("Node.link", "Node.back"));
  // A later equation gives no value to a relation that an earlier one determines.
  const FullPredicate r("sig Node { link: set Node }\n", "some disj a, b: Node { Node = a + b  link = ~link  link = a->b }");
  EXPECT_EQ(r.outcome(), Outcome::failed);
}

TEST(PredicateValuation, FieldsOfOneNameByTheirSignature) {
  const FullPredicate p("sig A { f: set A }\nsig B { f: set B }\n", "some a: A, b: B { A = a  B = b  A <: f = a->a  no B <: f }");
  EXPECT_EQ(p.value("f"), "{a->a}");
}

TEST(PredicateValuation, MembersOfWhatIsSpelledOut) {
  for (const std::string model :
       {"enum P { A, B }\nsig N { r: set P }\n", "abstract sig P {}\none sig A, B extends P {}\nsig N { r: set P }\n"}) {
    const FullPredicate p(model, "P = A + B  some n: N | N = n and r = n->B");
    EXPECT_EQ(p.value("P"), "{A, B}");
    EXPECT_TRUE(p.valuation->certain);
    EXPECT_EQ(p.outcome(), Outcome::passed);
  }
}

TEST(PredicateValuation, NamesThatMayMeanOneAtomAreLeftToTheSolver) {
  const FullPredicate sure(nodes, "some a, b: Node { a != b  Node = a + b  link = a->b  one Node }");
  EXPECT_TRUE(sure.valuation->certain);
  EXPECT_EQ(sure.outcome(), Outcome::failed);
  for (const std::string quantifiers : {"some a, b: Node |", "some a: Node | some b: Node |"}) {
    const FullPredicate p(nodes, quantifiers + " Node = a + b and link = a->b and one Node");
    EXPECT_FALSE(p.valuation->certain);
    EXPECT_EQ(p.outcome(), Outcome::passed) << quantifiers;
  }
  // The outer X is any A, not the atom that the inner X names.
  const FullPredicate shadowed("sig P { r: set P }\nsig A extends P {}\n",
                               "some X: A { A = X  some disj X, Y: P { P = X + Y  r = X->Y  X not in A } }");
  EXPECT_EQ(shadowed.outcome(), Outcome::passed);
}

TEST(PredicateValuation, WithoutAScopeThereIsRoomForItsAtoms) {
  const std::string body = "some disj a, b, c, d, e: Node { Node = a + b + c + d + e  link = a->b ";
  EXPECT_EQ(Predicate(nodes, body + "}").outcome(), Outcome::passed);
  const std::string model = "sig Node { link, other: set Node }\n";
  const Predicate partial(model, body + "}");
  ASSERT_TRUE(partial.valuation);
  EXPECT_THAT(partial.valuation->open, ElementsAre("Node.other"));
  EXPECT_EQ(partial.outcome(), Outcome::passed);
  EXPECT_EQ(Predicate(model, body + "}", "for 4").outcome(), Outcome::failed);
}

TEST(PredicateValuation, WithoutAScopeWhatIsOrderedHasAsManyAtomsAsItSays) {
  const std::string model = "open util/ordering[S]\nsig S {}\nsig T {}\n";
  for (const char* const body : {"some disj a, b: S { S = a + b  no T }", "some disj a, b, c, d: S { S = a + b + c + d  no T }",
                                 "some disj a, b, c, d: T { T = a + b + c + d  #S = 3 }"})
    EXPECT_EQ(Predicate(model, body).outcome(), Outcome::passed) << body;
}

/// The result for a predicate that states a trace. The model has a flag that is raised and lowered.
std::pair<Engine, Outcome> runTrace(const std::string& body, const std::string& scope) {
  const auto loaded = tests::loaded("t.als",
                                    "sig Flag {}\nvar sig Up in Flag {}\npred calm { always (some Up implies after no Up) }\n"
                                    "pred t { some F: Flag { Flag = F " +
                                        body + " } }\nrun t " + scope + "\n");
  const TestResult result = TestJudge(*loaded, {}).judge(collectTests(*loaded).at(0));
  return {result.engine, result.outcome};
}

TEST(PredicateValuation, PrimesStateATrace) {
  const std::pair holds(Engine::evaluated, Outcome::passed), fails(Engine::evaluated, Outcome::failed);
  // A statement about the state after the last one says where the loop begins.
  EXPECT_EQ(runTrace("Up = F  no Up'  Up'' = F  calm", "for 3 but 2 steps"), holds);
  EXPECT_EQ(runTrace("no Up  Up' = F  Up'' = F  calm", "for 3 but 2 steps"), fails);
  EXPECT_EQ(runTrace("Up = F  no Up'  no Up''  calm  eventually always no Up", "for 3 but 2 steps"), holds);
  EXPECT_EQ(runTrace("Up = F  no Up'  Up'' = F  no Up'''  calm", "for 3 but exactly 2 steps"), holds);
  EXPECT_EQ(runTrace("Up = F  no Up'", "for 3 but 1 steps"), fails);
  EXPECT_EQ(runTrace("Flag' = F  no Up", "for 3 but 1 steps"), holds);
  // The last state may follow itself or lead back to the first. Without `steps` there may be more states.
  const std::pair solved(Engine::completedBySolving, Outcome::passed);
  EXPECT_EQ(runTrace("Up = F  no Up'  always eventually no Up  always eventually some Up", "for 3 but 2 steps"), holds);
  EXPECT_EQ(runTrace("Up = F  no Up'  eventually always no Up", "for 3 but 2 steps"), holds);
  EXPECT_EQ(runTrace("Up = F  no Up'", "for 3"), solved);
}

TEST(PredicateValuation, StatesThatAreLeftOpenAreNamed) {
  const Predicate p("var sig A { var r: set A }\n", "some a: A { A = a  no r  A' = a }", "for 3 but 2 steps");
  ASSERT_TRUE(p.valuation);
  EXPECT_THAT(p.valuation->open, ElementsAre("A.r'"));
}

TEST(Tests, AreWhatIsMarkedAndWhatNamesAtoms) {
  const auto loaded =
      tests::loaded("t.als", nodes +
                                 "val whole { some n: Node | Node = n and no link }\nval part { some link }\n"
                                 "@Test a: run whole\n@Test b: part and acyclic\n@Test c: check { whole implies acyclic }\n"
                                 "pred named { some disj a, b: Node { Node = a + b  a.link in b } }\nrun named\n"
                                 "pred show { some link }\nrun show\ncheck { acyclic }\n");
  std::vector<std::string> names;
  for (const TestCase& test : collectTests(*loaded)) names.push_back(test.name);
  EXPECT_THAT(names, ElementsAre("a", "b", "c", "named"));
}

TEST(Tests, AreAllCommandsOfAFileOfValuations) {
  const auto names = [](const std::string& text) {
    const parser::LoadOptions options{
        .readFile = [](const std::string& path) { return path == "m.als" ? std::optional(nodes) : std::nullopt; }};
    const auto loaded = tests::loaded("t.als", text, options);
    std::vector<std::string> result;
    for (const TestCase& test : collectTests(*loaded)) result.push_back(test.name);
    return result;
  };
  const std::string runs = "open m\npred weak { some link }\nrun weak\nassert A { acyclic }\ncheck A\n";
  EXPECT_THAT(names(runs), IsEmpty());
  EXPECT_THAT(names(runs + "pred v { no Node }\nrun v\n"), ElementsAre("weak", "A", "v"));
}

TEST(PredicateValuation, OrdinaryPredicatesAreNone) {
  EXPECT_FALSE(Predicate(nodes, "some link").valuation);
  EXPECT_FALSE(Predicate(nodes, "some n: Node | n in n.link").valuation);
  EXPECT_FALSE(Predicate(nodes, "all n: Node | no n.link").valuation);
}

TEST(PredicateValuation, AQuantifierInAFurtherFormulaIsMeant) {
  const FullPredicate p(nodes, "some disj N0, N1: Node { Node = N0 + N1  link = N0->N1  some n: Node | no n.link }");
  EXPECT_EQ(p.valuation->formulas.size(), 1u);
  EXPECT_EQ(p.outcome(), Outcome::passed);
}

}  // namespace
}  // namespace aunit::suite
