// Redundant constraints: hand-written cases, and a comparison with all instances of small models.

#include "solver/vacuity/redundancy.h"

#include <algorithm>
#include <ostream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generated_model.h"
#include "parser/front_end.h"
#include "tests/loaded.h"
#include "tests/seeds.h"

namespace aunit::solver {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing_::allInstances;

/// "`constraint` from `one`, `other`" for each redundant constraint.
std::vector<std::string> redundantIn(const std::string& text, const support::Budget& budget = {}) {
  const auto loaded = tests::loaded("m.als", text);
  std::vector<std::string> said;
  for (const RedundantConstraint& one : RedundancySearch(*loaded->model, {}, budget).all().found) {
    const std::vector<std::string> from = tests::textsAt(*loaded, one.from);
    said.push_back(
        fmt::format("{} from {}", loaded->sources.text(one.span), from.empty() ? "-" : fmt::format("{}", fmt::join(from, ", "))));
  }
  return said;
}

const std::string graph = "sig Node { link: set Node, succ: lone Node } ";

TEST(Redundant, FollowsFromDeclarations) {
  EXPECT_THAT(redundantIn(graph + "fact { all n: Node | lone n.succ  some link }"),
              ElementsAre("all n: Node | lone n.succ from -"));
}

TEST(Redundant, FollowsFromOthersOfWhichNoneCanBeSpared) {
  EXPECT_THAT(
      redundantIn(graph + "fact { no succ } fact { some link } fact { all n: Node | n not in n.link } "
                          "fact { not one Node.link => some succ  no iden & link }"),
      ElementsAre("some link from no succ, not one Node.link => some succ", "all n: Node | n not in n.link from no iden & link",
                  "no iden & link from all n: Node | n not in n.link"));
}

TEST(Redundant, EachOfTwoThatSayTheSame) {
  EXPECT_THAT(
      redundantIn(graph + "fact { no iden & link } fact { all n: Node | n not in n.link }"),
      ElementsAre("no iden & link from all n: Node | n not in n.link", "all n: Node | n not in n.link from no iden & link"));
}

TEST(Redundant, WhatCanGoTogether) {
  const auto loaded = tests::loaded("m.als", graph +
                                                 "fact { no iden & link } fact { all n: Node | n not in n.link } "
                                                 "fact { some link  some Node } fact { all n: Node | lone n.succ }");
  const Redundancies all = RedundancySearch(*loaded->model, {}, {}).all();
  EXPECT_EQ(all.found.size(), 4u);
  EXPECT_THAT(tests::textsAt(*loaded, all.removable),
              ElementsAre("all n: Node | n not in n.link", "some Node", "all n: Node | lone n.succ"));
}

TEST(Redundant, BehindSignaturesAndImplications) {
  EXPECT_THAT(
      redundantIn(
          "sig Node { link: set Node, succ: lone Node } { this not in link  some link implies (lone succ and some succ) } "
          "fact { all n: Node | n in n.link implies no n.succ }"),
      ElementsAre("this not in link from some succ, all n: Node | n in n.link implies no n.succ", "lone succ from -",
                  "all n: Node | n in n.link implies no n.succ from this not in link"));
}

TEST(Redundant, InTheScopesOfAllCommands) {
  const std::string facts = graph + "fact { #Node < 4 } fact { some link } ";
  EXPECT_THAT(redundantIn(facts + "run {} for 3"), ElementsAre("#Node < 4 from -"));
  EXPECT_THAT(redundantIn(facts + "run {} for 3 run {} for 4"), IsEmpty());
  EXPECT_THAT(redundantIn(facts + "check { no link } for 1..4 Node"), IsEmpty());
  EXPECT_THAT(redundantIn(facts + "check { no link } for 1.. Node"), IsEmpty());  // no constraint is redundant in all its scopes
  EXPECT_THAT(redundantIn(facts + "run {} for 3 run {} for 0 but 3 Node, 6 Int"), ElementsAre("#Node < 4 from -"));
}

TEST(Redundant, InTraces) {
  const std::string facts = "var sig V {} fact { no V } fact { always V' = V } fact { always no V } ";
  EXPECT_THAT(redundantIn(facts + "run {} for 3"),
              ElementsAre("no V from always no V", "always V' = V from always no V", "always no V from no V, always V' = V"));
}

TEST(Redundant, LibrariesAreTakenForGranted) {
  EXPECT_THAT(redundantIn("open util/ordering[A] sig A {} fact { all a: A | a in first.*next  some A } run {} for 3"),
              ElementsAre("all a: A | a in first.*next from -", "some A from -"));
}

TEST(Redundant, MembersOfEnumsFollowFromTheirDeclaration) {
  EXPECT_THAT(redundantIn("enum Color { Red, Green } sig Lamp { shows: set Color } "
                          "fact { Lamp.shows in Red + Green  some Lamp.shows }"),
              ElementsAre("Lamp.shows in Red + Green from -"));
}

TEST(Redundant, ContradictionsAreNamed) {
  const auto loaded = parser::loadText("m.als", graph + "fact { some link  no succ } fact { some succ  lone Node }");
  const Redundancies all = RedundancySearch(*loaded->model, {}, {}).all();
  EXPECT_TRUE(all.contradictory);
  EXPECT_THAT(all.found, IsEmpty());
  EXPECT_THAT(tests::textsAt(*loaded, all.core), ElementsAre("no succ", "some succ"));
  EXPECT_EQ(warningsOf(all).size(), 1u);
}

TEST(Redundant, NothingToLookAt) {
  for (const char* text : {"", "sig A {}", "fact {}", "one sig A, B {} fact { some A } run {} for 3 but 2 A"})
    EXPECT_THAT(redundantIn(text), IsEmpty()) << text;
}

// If the time ends at any check, the reported constraints are redundant, and the others count as undecided.
TEST(Redundant, WithoutTime) {
  const auto loaded = parser::loadText("m.als", graph + "fact { no succ  some link  lone succ  no link.none }");
  bool whole = false;
  for (int questions = 0; !whole && questions < 100'000; questions += 1 + questions / 8) {
    const Redundancies all = RedundancySearch(*loaded->model, {}, support::Budget().endingAt(questions)).all();
    EXPECT_FALSE(all.contradictory);
    for (const RedundantConstraint& one : all.found) {
      const std::string_view text = loaded->sources.text(one.span);
      EXPECT_TRUE(text == "lone succ" || text == "no link.none") << text;
    }
    whole = all.undecided.empty() && all.examined == 4;
    EXPECT_EQ(all.found.size(), whole ? 2u : all.found.size());
  }
  EXPECT_TRUE(whole);
}

/// Declarations, formulas over them, and the semantics of overflows.
struct Vocabulary {
  const char* name;
  std::string declarations, scope;
  bool noOverflow;
  std::vector<std::string> formulas;
};
std::ostream& operator<<(std::ostream& out, const Vocabulary& vocabulary) {
  return out << vocabulary.name;
}

class RedundantAmong : public testing::TestWithParam<Vocabulary> {
 protected:
  static std::string text(const std::vector<std::string>& facts) {
    return fmt::format("{} fact {{ {} }} run {{}} for {}", GetParam().declarations, fmt::join(facts, "\n"), GetParam().scope);
  }
  static std::set<std::string> instancesOf(const std::vector<std::string>& facts) {
    const testing_::PosedProblem one = testing_::posed(text(facts));
    return allInstances(one.model(), one.problem, 1, GetParam().noOverflow);
  }
  /// Whether the other facts imply the fact.
  static bool follows(const std::string& fact, std::vector<std::string> others) {
    const std::set<std::string> before = instancesOf(others);
    others.push_back(fact);
    return before == instancesOf(others);
  }
};

TEST_P(RedundantAmong, AllInstances) {
  const std::vector<std::string>& formulas = GetParam().formulas;
  std::mt19937 random(11);
  int redundant = 0, needed = 0, contradictory = 0;
  const unsigned rounds = tests::seedsOr(60);
  for (unsigned round = 0; round < rounds; ++round) {
    std::vector<std::string> facts;
    for (std::size_t i = 0, n = 1 + random() % 4; i < n; ++i) facts.push_back(formulas[random() % formulas.size()]);
    const auto loaded = tests::loaded("m.als", text(facts));
    SCOPED_TRACE(fmt::format("{}", fmt::join(facts, "; ")));
    const Options options{.semantics = {.noOverflow = GetParam().noOverflow}};
    const Redundancies all = RedundancySearch(*loaded->model, options, {}).all();
    ASSERT_EQ(all.contradictory, instancesOf(facts).empty());
    contradictory += all.contradictory;
    if (all.contradictory) continue;
    std::size_t found = 0;
    std::vector<std::string> rest, mustStay;  // without the removable facts; the redundant facts among them
    for (std::size_t i = 0; i < facts.size(); ++i) {
      std::vector<std::string> others = facts;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
      const bool isRedundant = follows(facts[i], others);
      ++(isRedundant ? redundant : needed);
      if (!isRedundant) rest.push_back(facts[i]);
      if (!isRedundant) continue;
      ASSERT_LT(found, all.found.size());
      const RedundantConstraint& one = all.found[found++];
      EXPECT_EQ(loaded->sources.text(one.span), facts[i]);
      EXPECT_TRUE(one.minimal);
      if (std::ranges::find(all.removable, one.span) == all.removable.end()) {
        rest.push_back(facts[i]);
        mustStay.push_back(facts[i]);
      }
      const std::vector<std::string> from = tests::textsAt(*loaded, one.from);
      EXPECT_TRUE(follows(facts[i], from));
      for (std::size_t k = 0; k < from.size(); ++k) {
        std::vector<std::string> fewer = from;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
        EXPECT_FALSE(follows(facts[i], fewer)) << from[k] << " can be spared";
      }
    }
    EXPECT_EQ(found, all.found.size());
    for (const std::string& fact : facts) EXPECT_TRUE(follows(fact, rest)) << fact << " does not follow from the rest";
    for (const std::string& fact : mustStay) {
      std::vector<std::string> fewer = rest;
      fewer.erase(std::ranges::find(fewer, fact));
      EXPECT_FALSE(follows(fact, fewer)) << fact << " can go, too";
    }
  }
  EXPECT_GT(redundant, 5);
  EXPECT_GT(needed, 20);
  EXPECT_GT(contradictory, 0);
}

const std::vector<std::string> ofSets = {
    "no f",     "some f",   "A = B",    "no iden & f", "no iden & ^f",       "f = ~f",   "some A",
    "lone B",   "one A",    "A in B.f", "f in B->B",   "B.f in B",           "f.f in f", "some B.f",
    "no A - B", "A.f in A", "#f < 3",   "A->A in f",   "some A => B in A.f", "B = A.f"};
const std::vector<std::string> ofNumbers = {"plus[A.n, 1] > A.n",
                                            "plus[A.n, 1] >= A.n",
                                            "not plus[A.n, 1] =< A.n",
                                            "plus[A.n, A.n] = 0",
                                            "A.n in A.m",
                                            "not A.n < 0",
                                            "A.m = 1",
                                            "A.n != plus[A.m, 1]",
                                            "minus[A.n, A.m] < 1",
                                            "all i: Int | plus[i, A.n] > i",
                                            "some i: Int | plus[i, 1] = A.n",
                                            "no i: A.m | plus[i, 1] > 1",
                                            "plus[A.n, 1] > 0 => A.m < 0",
                                            "mul[A.n, A.m] > 0",
                                            "#A.n = 1"};

INSTANTIATE_TEST_SUITE_P(Vocabularies, RedundantAmong,
                         testing::Values(Vocabulary{"sets", "sig A { f: set A } sig B in A {}", "2", false, ofSets},
                                         Vocabulary{"numbers", "one sig A { n, m: one Int }", "1 but 2 int", false, ofNumbers},
                                         Vocabulary{"numbersWithoutOverflow", "one sig A { n, m: one Int }", "1 but 2 int", true,
                                                    ofNumbers}),
                         [](const auto& vocabulary) { return std::string(vocabulary.param.name); });

TEST(Redundant, SaysWhatItIsBeyondTheScopes) {
  const auto beyond = [](const std::string& facts) {
    const auto loaded = tests::loaded("m.als", graph + facts + " run {} for 2");
    std::vector<std::string> messages;
    for (const model::Diagnostic& warning : warningsOf(RedundancySearch(*loaded->model, {}, {}).all(5)))
      messages.push_back(warning.message);
    return messages;
  };
  EXPECT_THAT(beyond("fact { all n: Node | lone n.succ }"),
              ElementsAre("this constraint follows from the declarations, up to 2 atoms and for any number of atoms (searching "
                          "the scope `for 3 Node` is enough): it is redundant"));
  EXPECT_THAT(beyond("fact { #Node < 4 }"),
              ElementsAre("this constraint follows from the declarations, up to 2 atoms but not for 4 Node: it is redundant"));
  EXPECT_THAT(beyond("fact { #Node > 2 }"),
              ElementsAre("the facts contradict each other up to 2 atoms but not for 3, so every constraint follows from them"));
}

// If constraints are redundant for any number of atoms, they are redundant in larger scopes.
TEST(Redundant, BeyondTheScopesAgainstLargerOnes) {
  const std::vector<std::string> formulas = {"no f",      "some f",   "A = B",     "no iden & f", "no iden & ^f",
                                             "f = ~f",    "some A",   "lone B",    "one A",       "A in B.f",
                                             "f in B->B", "B.f in B", "f.f in f",  "some B.f",    "no A - B",
                                             "A.f in A",  "#A < 3",   "A->A in f", "B = A.f",     "all a: A | lone a.f",
                                             "#B.f < 3",  "lone f",   "A in B",    "^f in f",     "some B implies some A"};
  std::mt19937 random(12);
  int forAll = 0, further = 0;
  const unsigned rounds = tests::seedsOr(25);
  for (unsigned round = 0; round < rounds; ++round) {
    std::vector<std::string> facts;
    for (std::size_t i = 0, n = 1 + random() % 3; i < n; ++i) facts.push_back(formulas[random() % formulas.size()]);
    const std::string model =
        fmt::format("sig A {{ f: set A }} sig B in A {{}} fact {{ {} }} run {{}} for ", fmt::join(facts, "\n"));
    SCOPED_TRACE(model);
    const auto small = tests::loaded("m.als", model + "2"), large = tests::loaded("m.als", model + "5");
    const Redundancies here = RedundancySearch(*small->model, {}, {}).all(0.2);
    const Redundancies there = RedundancySearch(*large->model, {}, {}).all();
    const auto isForAll = [&](const std::optional<AllScopes>& answer) {
      EXPECT_TRUE(answer.has_value());
      further += answer->verdict == AllScopes::Verdict::counterexample;
      const bool holds = answer->verdict == AllScopes::Verdict::holds || answer->verdict == AllScopes::Verdict::empty;
      forAll += holds;
      return holds;
    };
    if (here.contradictory) {
      EXPECT_TRUE(!isForAll(here.allScopes) || there.contradictory);
      continue;
    }
    for (const RedundantConstraint& one : here.found)
      if (isForAll(one.allScopes)) {
        EXPECT_TRUE(std::ranges::any_of(there.found, [&](const auto& other) { return other.span == one.span; }))
            << small->sources.text(one.span);
      }
  }
  EXPECT_GT(forAll + further, 0);  // at least one, within the time limit
}

}  // namespace
}  // namespace aunit::solver
