// Evidence from tests and commands about a faulty model.
#include "strength/localization/evidence.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/loaded.h"

namespace aunit::strength {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

struct GatheredEvidence {
  std::unique_ptr<parser::Loaded> loaded;
  std::unique_ptr<Evidence> evidence;

  explicit GatheredEvidence(const std::string& text, EvidenceOptions options = {})
      : loaded(tests::loaded("test.aunit", text)), evidence(std::make_unique<Evidence>(*loaded, options)) {}

  std::vector<std::string> complaints() const {
    std::vector<std::string> names;
    for (const Complaint& complaint : evidence->complaints()) names.push_back(complaint.name);
    return names;
  }
  std::size_t count(Origin origin, bool fails) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(evidence->cases(), [&](const Case& c) { return c.origin == origin && c.fails() == fails; }));
  }
  /// Whether no case fails if the body of the predicate `by` replaces the body of `predicate`.
  bool isRight(const std::string& predicate, const std::string& by) {
    const auto& funcs = loaded->model->funcs();
    const auto named = [&](const std::string& name) { return std::ranges::find(funcs, name, &model::Func::name)->body; };
    const model::ExprId place = named(predicate), other = named(by);
    if (!evidence->judge().lay([&](model::Overlay& overlay) { return overlay.replace(place, other); })) return false;
    const bool right = !evidence->firstMiss();
    evidence->judge().restore();
    return right;
  }
};

const std::string listText = R"(
sig Node { link: lone Node }
pred acyclic { no n: Node | n in n.link }
pred better { no n: Node | n in n.^link }
pred never { some none }
)";

TEST(Evidence, AllStepsOfTheScopeOfACheckCount) {
  const std::string check = "sig A { f: set A } check apart { no disj x, y: A | x->y in f } for 1..3 A ";
  EXPECT_THAT(GatheredEvidence(check + "expect 1").complaints(), IsEmpty());
  EXPECT_EQ(GatheredEvidence(check).complaints().size(), 1u);
  EXPECT_THAT(GatheredEvidence(check + "fact { A.f in A.~f and lone A }").complaints(), IsEmpty());
}

TEST(Evidence, FailingTestsAreCases) {
  GatheredEvidence of(listText + R"(
val two { Node = N + M  link = N->M + M->N }
val loop { Node = N  link = N->N }
test "a loop" { loop violates acyclic }
test "a ring" { two violates acyclic }
test "a ring, valid" { two valid }
test "a ring, seen otherwise" { two satisfies acyclic }
)");
  EXPECT_THAT(of.complaints(), ElementsAre("test a ring"));
  EXPECT_EQ(of.count(Origin::test, true), 1u);
  EXPECT_EQ(of.count(Origin::test, false), 3u);
  EXPECT_THAT(of.evidence->contradictions(), ElementsAre(Pair("a ring", "a ring, seen otherwise")));
  EXPECT_FALSE(of.isRight("acyclic", "better"));  // no predicate can be right
}

TEST(Evidence, WhoInvalidatesAValuationContradictsWhoHasASolutionInIt) {
  GatheredEvidence of(listText + R"(
val two { Node = N + M  link = N->M }
val other { Node = N + M  link = M->N }
test "no" { other invalid }
test "yes" { two satisfies acyclic }
)");
  EXPECT_THAT(of.evidence->contradictions(), ElementsAre(Pair("no", "yes")));
}

TEST(Evidence, OfAViolatedCheckCounterexamplesAndWhatStandsBesideThem) {
  GatheredEvidence of(listText + "assert same { acyclic iff better }\n check same\n run acyclic");
  EXPECT_THAT(of.complaints(), ElementsAre("check same"));
  EXPECT_GT(of.count(Origin::counterexample, true), 1u);
  EXPECT_GT(of.count(Origin::agreeing, false), 1u);
  EXPECT_GT(of.count(Origin::accepted, false), 1u);
  EXPECT_TRUE(of.isRight("acyclic", "better"));
  EXPECT_FALSE(of.isRight("acyclic", "never"));
}

TEST(Evidence, WhatFactsExcludeMustStayExcluded) {
  GatheredEvidence of("sig A { f: set A } fact { no f } check { no f & iden }");
  EXPECT_THAT(of.complaints(), IsEmpty());
  EXPECT_GT(of.count(Origin::excluded, false), 0u);
}

TEST(Evidence, ExpectationsTurnCommandsRound) {
  EXPECT_THAT(GatheredEvidence("sig A {} run { some A } expect 0").complaints(), ElementsAre("run run$1"));
  EXPECT_THAT(GatheredEvidence("sig A {} check { some A } expect 1").complaints(), IsEmpty());
  EXPECT_THAT(GatheredEvidence("sig A {} fact { some A } check { some A } expect 1").complaints(), ElementsAre("check check$1"));
}

TEST(Evidence, APredicateThatStatesAValuationIsToHold) {
  GatheredEvidence of(R"(
sig Node { link: set Node }
pred acyclic { all n: Node | n !in n.*link }
pred better { all n: Node | n !in n.^link }
pred one_ { some disj N0: Node { Node = N0 no link acyclic[] } }
val unused { Node = N }
run one_
)");
  EXPECT_THAT(of.complaints(), ElementsAre("run one_"));
  EXPECT_TRUE(of.isRight("acyclic", "better"));
}

TEST(Evidence, OfARunWithoutInstanceWhatStandsInTheWay) {
  GatheredEvidence of("sig A { f: set A } fact { some A } fact { no f } pred p { some f } run p");
  EXPECT_THAT(of.complaints(), ElementsAre("run p"));
  EXPECT_GT(of.count(Origin::hoped, true), 0u);
  for (const Case& c : of.evidence->cases())
    if (c.origin == Origin::hoped) {
      EXPECT_EQ(c.blocked.size(), 1u);
    }
}

TEST(Evidence, KeepsToTheScopeOfTheCommand) {
  GatheredEvidence of("abstract sig A {} sig B, C extends A { } check { some C } for exactly 2 B, 1 C");
  for (std::uint32_t c = 0; c < of.evidence->cases().size(); ++c)
    if (of.evidence->cases()[c].origin == Origin::counterexample) {
      EXPECT_EQ(of.evidence->judge().instanceOf(c)->states[0].sigs[model::builtin::count + 1].size(), 2u);
    }
}

TEST(Evidence, OfTraces) {
  GatheredEvidence of("var sig A {} check { always some A } for 2 but 3 steps");
  EXPECT_GT(of.count(Origin::counterexample, true), 1u);
}

/// The tests of other files have part of the same time limit.
TEST(Evidence, EndsInTime) {
  const std::string text = "sig A {}\npred p { all a, b, c, d, e, f, g, h, i, j: univ | some a }\n";
  const parser::LoadOptions load{
      .readFile = [&](const std::string& path) { return path == "m.als" ? std::optional(text) : std::nullopt; }};
  const auto model = parser::load("m.als", load);
  const auto other = parser::loadText("t.aunit", "open m\nval v { A = A0 + A1 }\ntest \"t\" { v satisfies p }", load);
  ASSERT_TRUE(model->ok() && other->ok());
  const EvidenceOptions options{.limits = {.seconds = 0.1}, .beside = {other.get()}};
  EXPECT_TRUE(Evidence(*model, options).isCutShort());
}

TEST(Evidence, EndsWhenToldTo) {
  const std::atomic<bool> stop = true;
  const EvidenceOptions options{.limits = {.stop = &stop}};
  EXPECT_TRUE(GatheredEvidence(listText + "check { acyclic }", options).evidence->isCutShort());
}

}  // namespace
}  // namespace aunit::strength
