// The effects of a change of a model: hand-written cases; renamings, which have no effect; random changes, compared with all
// instances of both versions.
#include "strength/versions/changes_of_meaning.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluator/judge.h"
#include "parser/front_end.h"
#include "strength/versions/gates.h"
#include "strength/versions/pinning.h"
#include "tests/loaded.h"
#include "tests/solver/generated_model.h"

namespace aunit::strength::versions {
namespace {

using comparison::Relation;
using solver::testing_::Kind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::unique_ptr<parser::Loaded> modelOf(const std::string& text) {
  return tests::loaded("m.als", text);
}

/// For each change: "pred p weaker", with " (was q)" if the paragraph had another name.
std::vector<std::string> changesBetween(const std::string& older, const std::string& newer, CompareOptions options = {}) {
  const auto before = modelOf(older), after = modelOf(newer);
  std::vector<std::string> said;
  for (const Change& change : compare(*before, *after, options).changes)
    said.push_back(
        fmt::format("{} {} {}{}", name(change.kind), change.kind == Change::Kind::model ? "" : change.name,
                    change.standing == Change::Standing::changed ? comparison::name(change.relation) : name(change.standing),
                    change.formerName.empty() ? "" : " (was " + change.formerName + ")"));
  return said;
}

/// A file of tests about a model with this text.
std::unique_ptr<parser::Loaded> testsOf(const std::string& tests, const std::string& text) {
  const parser::LoadOptions options{
      .readFile = [&](const std::string& path) { return path.ends_with("m.als") ? std::optional(text) : std::nullopt; }};
  return tests::loaded("t.aunit", "open m\n" + tests, options);
}

const std::string graph = "sig Node { link: set Node }\n";

TEST(Versions, RenamingsAreFound) {
  EXPECT_THAT(
      changesBetween(
          "abstract sig Color {}\none sig Red, Green extends Color {}\nsig Node { color: one Color, link: set Node }\n"
          "fact Acyclic { no n: Node | n in n.^link }\npred red[n: Node] { n.color = Red and no n.link }\n",
          "abstract sig Colour {}\none sig Crimson, Green extends Colour {}\nsig Knot { color: one Colour, succ: set Knot }\n"
          "fact NoCycles { no n: Knot | n in n.^succ }\npred crimson[n: Knot] { n.color = Crimson and no n.succ }\n"),
      ElementsAre("sig Colour same (was Color)", "sig Crimson same (was Red)", "sig Knot same (was Node)",
                  "fact NoCycles same (was Acyclic)", "pred crimson same (was red)"));
}

TEST(Versions, EnumsAreRenamedMemberByMember) {
  EXPECT_THAT(
      changesBetween("enum Light { Red, Green }\nsig Lamp { shows: one Light }\npred stop[l: Lamp] { l.shows = Red }\n",
                     "enum Light { Stop, Green }\nsig Lamp { shows: one Light }\npred stop[l: Lamp] { l.shows = Stop }\n"),
      ElementsAre("sig Stop same (was Red)"));
}

TEST(Versions, WhatIsNotAlikeIsNotRenamed) {
  EXPECT_THAT(
      changesBetween(graph + "pred p { some link and no iden & link }\n", graph + "pred q { all n: Node | one n.link }\n"),
      ElementsAre("pred q added", "pred p removed"));
  EXPECT_THAT(changesBetween("sig A {} one sig B {}\n", "sig A {} sig C {}\n"), testing::Contains("sig C added"));
}

TEST(Versions, RenamedAndChanged) {
  EXPECT_THAT(changesBetween(graph + "pred acyclic { all n: Node | n !in n.^link and lone n.link }\n",
                             graph + "pred noCycles { all n: Node | n !in n.link and lone n.link }\n"),
              ElementsAre("pred noCycles weaker (was acyclic)"));
}

TEST(Versions, OtherParametersAreCompared) {
  const auto between = [](const std::string& older, const std::string& newer) {
    return changesBetween(graph + "sig Root in Node {}\n" + older, graph + "sig Root in Node {}\n" + newer);
  };
  EXPECT_THAT(between("pred p[n: Node] { some n.link }", "pred p[n, m: Node] { m in n.link }"), ElementsAre("pred p same"));
  EXPECT_THAT(between("pred p[n, m: Node] { m in n.link }", "pred p[n: Node] { lone n.link }"), ElementsAre("pred p neither"));
  EXPECT_THAT(between("pred p[n: Root] { some n.link }", "pred p[n: Node] { some n.link }"), ElementsAre("pred p weaker"));
  EXPECT_THAT(between("pred p[n: Node] { some n.link }", "pred p[n: lone Node] { some n.link }"), ElementsAre("pred p same"));
  EXPECT_THAT(between("pred p[n: one Node] { no n.link }", "pred p[n: lone Node] { no n.link }"), ElementsAre("pred p weaker"));
}

TEST(Versions, AFunctionWhoseValueOverflowsIsAnother) {
  const auto before = modelOf("fun f[x: Int]: Int { x = 7 => plus[x, 1] else x }\nrun {}");
  const auto after = modelOf("fun f[x: Int]: Int { x }\nrun {}");
  for (const bool noOverflow : {false, true}) {
    const Comparison comparison = compare(*before, *after, {.scope = 2, .proof = {.semantics = {.noOverflow = noOverflow}}});
    const auto change = std::ranges::find(comparison.changes, "f", &Change::name);
    ASSERT_NE(change, comparison.changes.end());
    EXPECT_EQ(change->relation, Relation::neither) << noOverflow;
  }
}

TEST(Versions, OtherParametersOfFunctionsAreCompared) {
  const auto between = [](const std::string& older, const std::string& newer) {
    return changesBetween(graph + "sig Root in Node {}\n" + older, graph + "sig Root in Node {}\n" + newer);
  };
  const std::string next = "fun next[n: Node]: set Node { n.link }";
  EXPECT_THAT(between(next, "fun next[n, m: Node]: set Node { n.link }"), ElementsAre("fun next same"));
  EXPECT_THAT(between(next, "fun next[n, m: Node]: set Node { n.link + m }"), ElementsAre("fun next neither"));
  EXPECT_THAT(between("fun next[n, m: Node]: set Node { n.link - m }", next), ElementsAre("fun next neither"));
  EXPECT_THAT(between(next, "fun next[n: set Node]: set Node { n.link }"), ElementsAre("fun next same"));
  EXPECT_THAT(between(next, "fun next[n: Root]: set Node { Root.link & n.link }"), ElementsAre("fun next same"));
  EXPECT_THAT(between(next, "fun next[n: set Node]: set Node { n.link - n }"), ElementsAre("fun next neither"));
  EXPECT_THAT(
      between("fun both[n, m: Node]: set Node { n.link & m }", "fun both[disj n, m: Node]: set Node { (n.link - n) & m }"),
      ElementsAre("fun both same"));
  EXPECT_THAT(between("pred both[n, m: Node] { m in n.link }", "pred both[disj n, m: Node] { m in n.link }"),
              ElementsAre("pred both stronger"));
  EXPECT_THAT(between("fun pairs[n: Node]: Node -> Node { n->n }", "fun pairs[n: Node]: set Node { n }"),
              ElementsAre("fun pairs unknown"));
  EXPECT_THAT(between("fun of[r: Node -> Node]: set Node { Node.r }", "fun of[r: set Node]: set Node { r }"),
              ElementsAre("fun of unknown"));
}

TEST(Versions, PredicatesOfStringsAreCompared) {
  const auto between = [](const std::string& older, const std::string& newer) {
    const auto text = [](const std::string& body) { return "sig A { s: one String }\npred p[a: A] { " + body + " }\n"; };
    return changesBetween(text(older), text(newer));
  };
  EXPECT_THAT(between("a.s = \"x\"", "a.s in \"x\""), ElementsAre("pred p same"));
  EXPECT_THAT(between("a.s = \"x\"", "a.s in \"x\" + \"y\""), ElementsAre("pred p weaker"));
  EXPECT_THAT(between("a.s in \"x\" + \"y\"", "a.s = \"x\""), ElementsAre("pred p stronger"));
  EXPECT_THAT(between("a.s = \"x\"", "a.s = \"y\""), ElementsAre("pred p neither"));
}

TEST(Versions, InstancesAreOfTheVersionThatTheyAreShownIn) {
  const auto before = modelOf(graph + "fun next[n: Node]: set Node { n.link }\n");
  const auto after =
      modelOf("sig User {}\nsig Node { owner: lone User, link: set Node }\nfun next[n: Node]: set Node { n.^link }\n");
  int seen = 0;
  for (const Change& change : compare(*before, *after, {}).changes)
    for (const Witness& witness : change.witnesses) {
      const model::Model& model = witness.by == Witness::AcceptedBy::older ? *before->model : *after->model;
      EXPECT_EQ(witness.instance.states[0].fields.size(), model.fields().size()) << change.name;
      EXPECT_EQ(witness.instance.states[0].sigs.size(), model.sigs().size()) << change.name;
      seen += change.kind == Change::Kind::function;
    }
  EXPECT_EQ(seen, 1);
}

TEST(Versions, WhatTheOtherVersionCannotSee) {
  const std::string plain = graph + "fact { no iden & link }\n";
  const std::string completable = "sig Node { link: set Node, owner: lone User }\nsig User {}\nfact { no iden & link }\n";
  const std::string demanding = completable + "fact Owned { all n: Node | some n.owner and n.owner not in n.link.owner }\n";
  EXPECT_THAT(changesBetween(plain, completable), testing::Contains("model  same-shared"));
  EXPECT_THAT(changesBetween(completable, plain), testing::Contains("model  same-shared"));
  EXPECT_THAT(changesBetween(plain, demanding, {.scope = 2, .proof = {}}), testing::Contains("model  same-shared"));
  EXPECT_THAT(changesBetween(plain, demanding + "fact { lone User }\n"), testing::Contains("model  stronger"));
  EXPECT_THAT(changesBetween(demanding + "fact { lone User }\n", plain), testing::Contains("model  weaker"));
  EXPECT_THAT(changesBetween(graph, "sig Node { link: set Node, first: set Node }\nfact { first in link }\n"),
              testing::Contains("model  same-shared"));
  // The set of all atoms differs between the versions.
  EXPECT_THAT(
      changesBetween(graph + "fact { univ - Int in Node.link }\n", graph + "sig User {}\nfact { univ - Int in Node.link }\n"),
      testing::Contains("model  same-shared"));
  EXPECT_THAT(changesBetween(graph + "fact { univ - Int in Node.link }\n",
                             graph + "some sig User {}\nfact { univ - Int in Node.link }\n"),
              testing::Contains("model  stronger"));
}

TEST(Versions, WhatEachHasForItselfIsOutOfSight) {
  const std::string owned = "sig Node { link: set Node, owner: one User }\nsig User {}\n";
  const std::string weighed = "sig Node { link: set Node, weight: set Node }\n";
  EXPECT_THAT(changesBetween(owned, weighed), testing::Contains("model  same-shared"));
  EXPECT_THAT(changesBetween(owned + "fact { no link }\n", weighed + "fact { link in weight and no weight }\n"),
              testing::Contains("model  same-shared"));
  EXPECT_THAT(changesBetween(owned + "fact { no link }\n", weighed), testing::Contains("model  weaker"));
  EXPECT_THAT(changesBetween(owned + "fact { some User }\n", weighed + "fact { weight = ~link and no weight & iden }\n"),
              testing::Contains("model  stronger"));
  EXPECT_THAT(changesBetween("sig A {}\n", "sig B { f: set B }\nfact { some f }\n"), testing::Contains("model  unknown"));
  const auto before = modelOf(owned + "fact { all n: Node | n.link.owner = n.owner }\n");
  const auto after = modelOf(weighed + "fact { some link implies some weight - link }\n");
  int seen = 0;
  for (const Change& change : compare(*before, *after, {}).changes) {
    if (change.kind != Change::Kind::model) continue;
    EXPECT_THAT(change.notes, testing::Contains(HasSubstr("compared without")));
    for (const Witness& witness : change.witnesses) {
      const model::Model& model = witness.by == Witness::AcceptedBy::older ? *before->model : *after->model;
      EXPECT_EQ(witness.instance.states[0].fields.size(), model.fields().size());
      ++seen;
    }
  }
  EXPECT_EQ(seen, 2);
}

TEST(Versions, EnumsAreSeenByBoth) {
  const std::string paid = "enum Status { Open, Paid }\nsig Order { is: one Status }\n";
  EXPECT_THAT(changesBetween(paid, paid + "sig Client { has: set Order }\n"), testing::Contains("model  same-shared"));
  EXPECT_THAT(
      changesBetween(paid, paid + "sig Client { has: set Order }\nfact { Client.has.is in Paid and Order in Client.has }\n"),
      testing::Contains("model  stronger"));
  EXPECT_THAT(changesBetween(paid + "sig Shop {}\nfact { Open in Order.is }\n", paid + "sig Client { has: set Order }\n"),
              testing::Contains("model  weaker"));
  EXPECT_THAT(changesBetween(paid, "enum Status { Open, Paid, Sent }\nsig Order { is: one Status - Sent }\n"),
              testing::Contains("model  neither"));
  EXPECT_THAT(changesBetween("sig Order {}\n", "enum Status { Open, Paid }\nsig Order { is: one Status }\n"),
              testing::Contains("model  same-shared"));
  EXPECT_THAT(changesBetween("sig Order {}\n", "enum Status { Open, Paid }\nsig Order { is: disj one Status }\n"),
              testing::Contains("model  stronger"));
  EXPECT_THAT(changesBetween("enum Status { Open, Paid }\nsig Order { is: disj one Status }\n", "sig Order { of: one Order }\n"),
              testing::Contains("model  weaker"));
}

TEST(Versions, AnEnumIsOrderedAsDeclaredInAllThatIsCompared) {
  for (const std::string members : {"A", "A, B", "B, A", "A, B, C", "C, B, A", "A, B, C, D", "D, A, C, B, E"}) {
    const std::string status = "enum Status { " + members + " }\n", order = "sig Order { is: lone Status }\n";
    const std::string client = "sig Client { has: set Order }\n";
    for (const std::string fact :
         {"", "fact { some Order }\n", "fact { all o: Order | o.is in first }\n", "fact { Status in Order.is }\n"}) {
      SCOPED_TRACE(members + ": " + fact);
      const std::string text = status + order + fact;
      EXPECT_THAT(changesBetween(text, text + client), testing::Contains("model  same-shared"));
      EXPECT_THAT(changesBetween(text + client, text), testing::Contains("model  same-shared"));
      EXPECT_THAT(changesBetween(text, text + "fact { first = " + members.substr(0, 1) + " }\n"),
                  testing::Contains("model  same"));
      EXPECT_THAT(changesBetween(text + "sig Shop {}\n", text + client + "fact { last.prevs = Status - last }\n"),
                  testing::Contains("model  same-shared"));
    }
  }
}

TEST(Versions, OrdersAreSeenByBoth) {
  const std::string ordered = "open util/ordering[State]\nsig State { on: lone State }\n";
  EXPECT_THAT(changesBetween(ordered, ordered + "sig Lamp {}\n"), testing::Contains("model  same-shared"));
  EXPECT_THAT(changesBetween(ordered, ordered + "sig Lamp { lit: set State }\nfact { all l: Lamp | first.on in l.lit.next }\n"),
              testing::Contains("model  same-shared"));
  EXPECT_THAT(changesBetween(ordered + "fact { some on }\n",
                             ordered + "one sig Lamp { lit: set State }\nfact { first in Lamp.lit and on = Lamp.lit <: next }\n"),
              testing::Contains("model  stronger"));
  EXPECT_THAT(changesBetween(ordered + "sig Shop {}\nfact { no on }\n",
                             ordered + "one sig Lamp { lit: set State }\nfact { on in Lamp.lit -> State }\n"),
              testing::Contains("model  weaker"));
}

/// If the budget ends at any check, the comparisons that were made are correct, and the others are reported as not compared.
TEST(Versions, WhatThereIsNoTimeForIsSaid) {
  const std::string older =
      graph + "fact { no iden & ^link }\npred p { some link }\npred q { no link }\nassert r { some Node }\n";
  const std::string newer = graph + "fact { no iden & link }\npred p { one link }\npred q { lone link }\nassert r { no Node }\n";
  const auto before = modelOf(older), after = modelOf(newer);
  const Comparison whole = compare(*before, *after, {});
  std::set<std::size_t> late;
  for (int questions = 0; questions < 2000000; questions += 1 + questions / 2) {
    const Comparison some = compare(*before, *after, {.proof = {.whole = support::Budget().endingAt(questions)}});
    ASSERT_EQ(some.changes.size(), whole.changes.size());
    std::size_t count = 0;
    for (std::size_t i = 0; i < some.changes.size(); ++i) {
      if (some.changes[i].relation == whole.changes[i].relation) continue;
      EXPECT_EQ(some.changes[i].relation, Relation::unknown);
      EXPECT_EQ(some.changes[i].why, notInTime);
      ++count;
    }
    late.insert(count);
  }
  EXPECT_TRUE(late.contains(whole.changes.size()));
  EXPECT_GT(late.size(), 3u);
}

TEST(Versions, ScopesOfCommandsAreLookedAtAsWell) {
  const std::string older = graph + "pred p { #Node < 5 }\nrun p for 3 but 6 Node, 5 int\n";
  const std::string newer = graph + "pred p { some Node or no Node }\nrun p for 3 but 6 Node, 5 int\n";
  EXPECT_THAT(changesBetween(older, newer), testing::Contains("pred p weaker"));
  EXPECT_THAT(changesBetween(older, newer, {.scope = 3, .proof = {}}), testing::Contains("pred p same"));
  // Compares up to the last step of a growing scope.
  const auto grown = [&](const std::string& scope) {
    return changesBetween(graph + "pred p { #Node < 5 }\ncheck { p } for " + scope + "\n",
                          graph + "pred p { some Node or no Node }\ncheck { p } for " + scope + "\n");
  };
  EXPECT_THAT(grown("5 int, 0..6 Node"), testing::Contains("pred p weaker"));
  EXPECT_THAT(grown("5 int, 0..4 Node"), testing::Contains("pred p same"));
  EXPECT_THAT(grown("5 int, 0.. Node"), testing::Contains("pred p same"));
}

TEST(Versions, RenamedSignaturesAreNoOtherScope) {
  EXPECT_THAT(changesBetween("sig A {}\nrun { some A } for 2 but 3 A\n", "sig B {}\nrun { some B } for 2 but 3 B\n"),
              ElementsAre("sig B same (was A)"));
}

TEST(Versions, CommentsAllow) {
  const auto allowance = [](const std::string& text, const std::string& paragraph) {
    model::SourceMap sources;
    const auto file = sources.add("m.als", text);
    const auto begin = static_cast<std::uint32_t>(text.find(paragraph));
    return allowanceBeside(sources, {file, begin, begin + static_cast<std::uint32_t>(paragraph.size())});
  };
  const std::string fact = "fact F { some A }";
  EXPECT_EQ(allowance("sig A {}\n-- aunit: allow weaker (why)\n" + fact, fact)->gate, "weaker");
  EXPECT_EQ(allowance("sig A {}\n-- aunit: allow weaker (why)\n-- more\n" + fact, fact)->reason, "why");
  EXPECT_EQ(allowance(fact + " // aunit: allow neither (so (it) is)\n", fact)->reason, "so (it) is");
  EXPECT_FALSE(allowance("-- aunit: allow weaker\n" + fact, fact)->reason);
  EXPECT_EQ(allowance("-- aunit: allow unused\n-- aunit: allow weaker (why)\n" + fact, fact)->gate, "weaker");
  EXPECT_FALSE(allowance("-- aunit: allow weaker (why)\nsig A {}\n" + fact, fact));
  EXPECT_FALSE(allowance("-- not aunit: allow weaker (why)\n" + fact, fact));
  EXPECT_FALSE(allowance("", ""));
}

TEST(Versions, TestsThatTellVersionsApart) {
  const std::string tests =
      "val loop { Node = N0  link = N0->N0 }\nval empty { no Node  no link }\ntest \"loops\" { loop invalid }\n"
      "test \"empty\" { empty valid }\ntest \"solved\" { run { some link & iden } for 2 expect 1 }\n";
  const auto between = [&](const std::string& older, const std::string& newer) {
    std::vector<std::string> said;
    for (const PinningTest& pin : pinningTests(*testsOf(tests, graph + older), *testsOf(tests, graph + newer), {}))
      said.push_back(fmt::format("{} {}", pin.name, pin.passesNow ? "now" : "before"));
    return said;
  };
  EXPECT_THAT(between("fact { no iden & ^link }", "fact { no ^link & iden }"), IsEmpty());
  EXPECT_THAT(between("fact { no iden & ^link }", ""), ElementsAre("loops before", "solved now"));
  EXPECT_THAT(between("", "fact { some link }"), ElementsAre("empty before"));
}

/// Proposed tests pass with the new version and fail with the old one.
TEST(Versions, ProposedTestsTellThemApart) {
  const std::string older =
      graph +
      "fact Acyclic { no n: Node | n in n.^link }\npred leaf[n: Node] { no n.link }\nfun next[n: Node]: set Node { n.link }\n";
  const std::string newer =
      graph +
      "fact Acyclic { no n: Node | n in n.link }\npred leaf[n: Node] { lone n.link }\nfun next[n: Node]: set Node { n.^link }\n";
  const auto before = modelOf(older), after = modelOf(newer);
  std::string tests;
  int proposed = 0;
  for (const Change& change : compare(*before, *after, {}).changes)
    for (const Witness& witness : change.witnesses) {
      tests += witness.test;
      proposed += !witness.test.empty();
    }
  EXPECT_EQ(proposed, 3);
  const auto withOlder = testsOf(tests, older), withNewer = testsOf(tests, newer);
  EXPECT_EQ(pinningTests(*withOlder, *withNewer, {}).size(), 3u) << tests;
  for (const PinningTest& pin : pinningTests(*withOlder, *withNewer, {})) EXPECT_TRUE(pin.passesNow) << pin.name;
}

std::string replaced(const std::string& text, const std::map<std::string, std::string>& names) {
  static const std::regex word(R"([A-Za-z_][A-Za-z_0-9']*|[^A-Za-z_]+)");
  std::string result;
  for (auto i = std::sregex_iterator(text.begin(), text.end(), word); i != std::sregex_iterator(); ++i) {
    const auto known = names.find(i->str());
    result += known == names.end() ? i->str() : known->second;
  }
  return result;
}

TEST(VersionsOracle, NothingChangesByNames) {
  int renamed = 0;
  for (unsigned seed = 0; seed < 60; ++seed)
    for (const Kind kind : {Kind::relations, Kind::traces}) {
      const std::string text = solver::testing_::generateModel(seed, kind);
      const std::string other = replaced(text, {{"A", "First"}, {"C", "Third"}, {"f", "links"}});
      if (!parser::loadText("m.als", text)->ok()) continue;
      const auto before = modelOf(text), after = modelOf(other);
      const Comparison comparison = compare(*before, *after, {.scope = 2, .proof = {}});
      for (const Change& change : comparison.changes) {
        EXPECT_EQ(change.relation, Relation::same)
            << text << other << name(change.kind) << " " << change.name << ": " << change.why;
        EXPECT_EQ(change.standing, Change::Standing::changed) << text << other << change.name;
        renamed += change.kind == Change::Kind::signature;
      }
    }
  EXPECT_GT(renamed, 100);
}

/// All instances in scope 2, as texts. No command restricts them.
std::set<std::string> instancesOf(const parser::Loaded& loaded) {
  return solver::testing_::allInstances(*loaded.model, {.scope = {.overall = 2}}, 1, false);
}

TEST(VersionsOracle, OfTheModelAgainstAllInstances) {
  std::map<Relation, int> relations;
  std::mt19937 random(5);
  const std::vector<std::string> formulas = {
      "some f",   "no f & iden", "all a: A | lone a.f", "f = ~f", "some A.f implies one A", "no B", "some b: B | b in A.f + B",
      "A.f in A", "lone B",      "f in A -> A"};
  const std::vector<std::string> declarations = {"sig A { f: set A }\nsig B in A {}\n", "sig A { f: lone A }\nsig B in A {}\n",
                                                 "sig A { f: some A }\nlone sig B in A {}\n",
                                                 "some sig A { f: set A }\nsig B in A {}\n"};
  const auto anyOf = [&](const auto& list) { return list[random() % list.size()]; };
  for (int i = 0; i < 120; ++i) {
    const auto text = [&] {
      return anyOf(declarations) +
             fmt::format("fact F {{ {} }}\nfact G {{ {} or {} }}\n", anyOf(formulas), anyOf(formulas), anyOf(formulas));
    };
    const std::string older = text(), newer = text();
    const auto before = modelOf(older), after = modelOf(newer);
    const std::set<std::string> then = instancesOf(*before), now = instancesOf(*after);
    const bool gone = !std::ranges::includes(now, then), added = !std::ranges::includes(then, now);
    const Relation expected =
        gone ? (added ? Relation::neither : Relation::stronger) : (added ? Relation::weaker : Relation::same);
    const Comparison comparison = compare(*before, *after, {.scope = 2, .proof = {}});
    const auto whole = std::ranges::find(comparison.changes, Change::Kind::model, &Change::kind);
    const Relation found = whole == comparison.changes.end() ? Relation::same : whole->relation;
    EXPECT_EQ(found, expected) << older << newer;
    ++relations[expected];
    if (whole == comparison.changes.end()) continue;
    for (const Witness& witness : whole->witnesses) {
      const bool old = witness.by == Witness::AcceptedBy::older;
      const model::Model& model = old ? *before->model : *after->model;
      evaluator::Evaluator evaluator(model, {});
      EXPECT_TRUE(evaluator::judge(evaluator, witness.instance, {.constraints = evaluator::constraintsOf(model)}).holds());
      if (!witness.near) continue;
      EXPECT_TRUE(evaluator::judge(evaluator, *witness.near, {.constraints = evaluator::constraintsOf(model)}).holds());
    }
  }
  EXPECT_EQ(relations.size(), 4u);
}

}  // namespace
}  // namespace aunit::strength::versions
