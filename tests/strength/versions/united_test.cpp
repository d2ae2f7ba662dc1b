// Versions that declare the same names in different ways (`var`, `extends` or `in`, an enum written out, strings, aliases of
// modules): hand-written cases, and a comparison with all instances of both.
#include "strength/versions/united.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluator/judge.h"
#include "parser/front_end.h"
#include "strength/versions/changes_of_meaning.h"
#include "strength/versions/gates.h"
#include "tests/loaded.h"
#include "tests/strength/versions/seen.h"

namespace aunit::strength::versions {
namespace {

using comparison::Relation;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_::allSeen;
using testing_::seen;

std::unique_ptr<parser::Loaded> versionOf(const std::string& text) {
  return tests::loaded("m.als", text);
}

/// Compares two versions; checks that each witness is an instance of its version.
class ComparedVersions {
 public:
  ComparedVersions(const std::string& older, const std::string& newer, CompareOptions options = {})
      : older_(versionOf(older)), newer_(versionOf(newer)), comparison_(compare(*older_, *newer_, options)) {
    for (const Change& change : comparison_.changes)
      for (const Witness& witness : change.witnesses) {
        const model::Model& model = witness.by == Witness::AcceptedBy::older ? *older_->model : *newer_->model;
        evaluator::Evaluator evaluator(model, {.semantics = options.proof.semantics});
        EXPECT_TRUE(evaluator::judge(evaluator, witness.instance, {.constraints = evaluator::constraintsOf(model)}).holds())
            << older << newer << name(change.kind) << " " << change.name;
        if (!witness.near) continue;
        EXPECT_TRUE(evaluator::judge(evaluator, *witness.near, {.constraints = evaluator::constraintsOf(model)}).holds())
            << older << newer << name(change.kind) << " " << change.name;
      }
  }

  /// `same` if no change of all facts and declarations is reported.
  Relation relation() const { return whole() ? whole()->relation : Relation::same; }
  const Change* whole() const { return of(Change::Kind::model, nullptr); }
  const Change* of(Change::Kind kind, const char* name) const {
    for (const Change& change : comparison_.changes)
      if (change.kind == kind && (name == nullptr || change.name == name)) return &change;
    return nullptr;
  }
  const Comparison& comparison() const { return comparison_; }
  const parser::Loaded& older() const { return *older_; }
  const parser::Loaded& newer() const { return *newer_; }

 private:
  std::unique_ptr<parser::Loaded> older_, newer_;
  Comparison comparison_;
};

Relation relationBetween(const std::string& older, const std::string& newer) {
  return ComparedVersions(older, newer).relation();
}

TEST(United, WhatMayChangeNow) {
  const std::string still = "sig A { f: set A }\nfact { no f }\n", moving = "sig A { var f: set A }\nfact { no f }\n";
  EXPECT_EQ(relationBetween(still, moving), Relation::weaker);
  EXPECT_EQ(relationBetween(moving, still), Relation::stronger);
  EXPECT_EQ(relationBetween(still, moving + "fact { always f' = f }\n"), Relation::same);
  EXPECT_EQ(relationBetween("sig A {}\nsig B in A {}\n", "sig A {}\nvar sig B in A {}\n"), Relation::weaker);
  EXPECT_EQ(relationBetween("var sig A {}\n", "sig A {}\n"), Relation::stronger);
  EXPECT_EQ(relationBetween("sig A { var f: set A, g: set A }\n", "sig A { f: set A, var g: set A }\n"), Relation::neither);
}

TEST(United, ExtendsAndIn) {
  const std::string apart = "abstract sig P {}\nsig A, B extends P {}\n", within = "abstract sig P {}\nsig A, B in P {}\n";
  EXPECT_EQ(relationBetween(apart, within), Relation::weaker);
  EXPECT_EQ(relationBetween(within, apart), Relation::stronger);
  EXPECT_EQ(relationBetween(apart, within + "fact { no A & B and P = A + B }\n"), Relation::same);
  // Children of a signature that becomes a subset become subsets, too.
  EXPECT_EQ(
      relationBetween("sig P {}\nsig A extends P {}\nsig A1, A2 extends A {}\n", "sig P {}\nsig A in P {}\nsig A1, A2 in A {}\n"),
      Relation::weaker);
  EXPECT_EQ(relationBetween("sig P {}\nsig A extends P {}\nsig B extends A {}\n", "sig P {}\nsig A, B extends P {}\n"),
            Relation::neither);
  EXPECT_EQ(relationBetween("sig P, Q {}\nsig A in P {}\n", "sig P, Q {}\nsig A in P + Q {}\n"), Relation::weaker);
  // An atom stays in a signature that extends another.
  EXPECT_EQ(
      relationBetween("sig P {}\nvar sig A, B extends P {}\n", "sig P {}\nvar sig A, B in P {}\nfact { always no A & B }\n"),
      Relation::weaker);
}

TEST(United, Sequences) {
  const std::string any = "sig A { s: seq A }\n", empty = any + "fact { no s }\n";
  EXPECT_EQ(relationBetween(any, any + "fact { all a: A | lone a.s.inds }\n"), Relation::stronger);
  EXPECT_EQ(relationBetween(any + "fact { all a: A | lone a.s.inds }\n", empty), Relation::stronger);
  EXPECT_EQ(relationBetween(empty, any + "fact { all a: A | a.s.isEmpty }\n"), Relation::same);
  EXPECT_EQ(relationBetween(any, "sig A { s: seq/Int -> lone A }\n"), Relation::weaker);
  EXPECT_EQ(relationBetween(any, "sig A { s: seq/Int -> lone A }\nfact { all a: A | a.s.A.prevs & seq/Int in a.s.A }\n"),
            Relation::same);
}

TEST(United, AnEnumWrittenOut) {
  const std::string written = "abstract sig C {}\none sig X, Y extends C {}\n", listed = "enum C { X, Y }\n";
  const std::string user = "sig A { c: one C }\n";
  EXPECT_EQ(relationBetween(listed + user, written + user), Relation::same);
  EXPECT_EQ(relationBetween(written + user, listed + user), Relation::same);
  EXPECT_EQ(relationBetween(listed + user, written + user + "fact { A.c = X }\n"), Relation::stronger);
  // The order of an enum is that of its members.
  const std::string first = "one sig A { c: one C }\nfact { A.c = first }\n";
  EXPECT_EQ(relationBetween(listed + first, "open util/ordering[C]\n" + written + first), Relation::weaker);
  EXPECT_EQ(relationBetween("open util/ordering[C]\n" + written + first, listed + first), Relation::stronger);
  EXPECT_EQ(relationBetween(listed + first, "enum C { Y, X }\n" + first), Relation::neither);
  EXPECT_EQ(relationBetween(listed + user, "enum C { Y, X }\n" + user), Relation::same);
  EXPECT_EQ(relationBetween("enum C { X, Y }\nsig A { f: lone C }\nfact { no f }\n", "enum C { X, Y, Z }\nsig A { f: lone C }\n"),
            Relation::neither);
}

TEST(United, StringsOfBoth) {
  const std::string some = "sig A { s: String }\nfact { some s }\n";
  EXPECT_EQ(relationBetween(some, "sig A { s: String }\nfact { A.s = \"a`b\" and some A }\n"), Relation::stronger);
  EXPECT_EQ(relationBetween("sig A { s: one String }\nfact { all a: A | a.s in \"x\" + \"y\" }\n",
                            "sig A { s: one String }\nfact { all a: A | a.s in String }\n"),
            Relation::weaker);
  EXPECT_EQ(
      relationBetween("sig A { s: one String }\nfact { A.s in \"x\" }\n", "sig A { s: one String }\nfact { A.s in \"y\" }\n"),
      Relation::neither);
  // If literals name all strings, there are no further ones.
  EXPECT_EQ(relationBetween("sig A { s: one String }\nfact { String = \"x\" }\nfact { some A }\n",
                            "sig A { s: one String }\nfact { String = \"x\" }\n"),
            Relation::weaker);
}

// The fact, about 7, is false because of an overflow, and so is its negation.
TEST(United, WhatOverflowsIsADifference) {
  const std::string any = "one sig A { n: one Int }\n", grows = any + "fact { plus[A.n, 1] > A.n }\n";
  CompareOptions options;
  options.proof.semantics.noOverflow = true;
  EXPECT_EQ(ComparedVersions(any, grows, options).relation(), Relation::stronger);
  EXPECT_EQ(ComparedVersions(grows, any, options).relation(), Relation::weaker);
  EXPECT_EQ(ComparedVersions(grows, any + "fact { not plus[A.n, 1] =< A.n }\n", options).relation(), Relation::same);
}

TEST(United, OtherNamesOfModules) {
  const std::string uses = "sig A { f: lone A }\n";
  EXPECT_THAT(ComparedVersions("open util/ordering[A]\n" + uses + "fact { f in next }\n",
                               "open util/ordering[A] as o\n" + uses + "fact { f in o/next }\n")
                  .comparison()
                  .changes,
              IsEmpty());
  EXPECT_THAT(
      ComparedVersions("open util/ordering[A] as a\nopen util/ordering[B] as b\nsig A, B {}\nfact { a/first != a/last }\n",
                       "open util/ordering[B] as a\nopen util/ordering[A] as b\nsig A, B {}\nfact { b/first != b/last }\n")
          .comparison()
          .changes,
      IsEmpty());
  EXPECT_EQ(relationBetween("open util/ordering[A] as a\nsig A {}\nfact { a/first != a/last }\n",
                            "open util/ordering[A] as b\nsig A {}\nfact { b/first = b/last }\n"),
            Relation::stronger);
}

TEST(United, FieldsOfOtherAritiesAreOthers) {
  const ComparedVersions compared("sig A { f: lone A }\nfact { no f }\n", "sig A { f: A -> A }\nfact { no f }\n");
  ASSERT_EQ(compared.relation(), Relation::sameShared);
  for (const char* gate : {"weaker", "neither", "unknown", "behaviour-added", "behaviour-removed"})
    EXPECT_TRUE(isOf(*compared.whole(), gate)) << gate;
  EXPECT_FALSE(isOf(*compared.whole(), "stronger"));
}

TEST(United, WhatIsNewIsNoMoreThanUnknown) {
  const ComparedVersions compared("sig A {}\n", "sig A { f: set A }\n");
  ASSERT_EQ(compared.relation(), Relation::sameShared);
  EXPECT_TRUE(isOf(*compared.whole(), "unknown"));
  for (const char* gate : {"weaker", "stronger", "neither", "behaviour-added", "behaviour-removed"})
    EXPECT_FALSE(isOf(*compared.whole(), gate)) << gate;
}

TEST(United, WitnessesAreOfTheirVersions) {
  const std::string older = "sig A { f: set A }\nsig B { g: set A }\nfact Empty { no f and no g }\n";
  const std::string newer = "sig A { f: set A }\nsig B { g: set B }\nfact Empty { no f }\n";
  const ComparedVersions compared(older, newer);
  const Change* fact = compared.of(Change::Kind::fact, "Empty");
  ASSERT_NE(fact, nullptr);
  EXPECT_EQ(fact->relation, Relation::weaker);
  EXPECT_EQ(fact->witnesses.size(), 1u);
  // The added fact alone has no instance in this version.
  const ComparedVersions none("sig A { f: set A }\nfact F { some f }\n",
                              "sig A { f: set A }\nfact F { some A }\nfact { no A }\n");
  const Change* weaker = none.of(Change::Kind::fact, "F");
  ASSERT_NE(weaker, nullptr);
  EXPECT_EQ(weaker->relation, Relation::weaker);
  EXPECT_THAT(weaker->witnesses, IsEmpty());
  EXPECT_THAT(weaker->notes, Contains(HasSubstr("no instance of the new version")));
}

TEST(United, EachVersionHasRoomForItsInstances) {
  const std::string five = "one sig A, B, C, D, E extends P {}\n";
  EXPECT_EQ(
      relationBetween("abstract sig P {}\n" + five, "sig P {}\none sig A, B, C, D, E in P {}\nfact { P = A + B + C + D + E }\n"),
      Relation::weaker);
}

TEST(United, ScopesOfCommandsOnSignaturesThatAreSubsetsNow) {
  const ComparedVersions compared("abstract sig P {}\nsig A extends P { f: set A }\nsig B extends P {}\nrun {} for 3 but 5 A\n",
                                  "abstract sig P {}\nvar sig A in P { var f: set A }\nsig B in P {}\nrun {} for 3\n");
  EXPECT_EQ(compared.relation(), Relation::weaker);
  EXPECT_THAT(compared.whole()->notes, IsEmpty());
}

TEST(United, OrderedSignaturesOfOtherSizes) {
  const std::string open = "open util/ordering[P]\n", more = "one sig X, Y extends P {}\nfact { first = X }\n";
  EXPECT_EQ(relationBetween(open + "abstract sig P {}\n" + more, open + "sig P {}\n" + more), Relation::weaker);
}

/// If the scopes differ, the larger scope counts: for the search, and for the judge.
TEST(United, EachVersionHasRoomForWhatTheOtherAsksFor) {
  const std::string four = "fact { some disj w, x, y, z: P | some w + x + y + z }\n";
  EXPECT_EQ(relationBetween("sig P {}\n" + four, "sig P {}\none sig A, B, C, D extends P {}\n" + four), Relation::sameShared);
  EXPECT_EQ(relationBetween("sig P {}\n", "sig P {}\none sig A, B, C, D extends P {}\n"), Relation::stronger);
}

TEST(United, AModelThatIsGone) {
  const std::string text =
      "enum Color { Red, Green }\nsig A { f: set A, c: one Color }\nfact F { some f }\nfact { no A }\npred p { some A }\n"
      "fun g: set A { A }\nassert s { some A }\ncheck s for 3\nrun p for 3 expect 1\n"
      "test \"t\" { run { some f } for 2 expect 1 }\n";
  for (const char* newer : {"", "// nothing\n", "module m\n"}) {
    const ComparedVersions compared(text, newer);
    std::set<Change::Kind> kinds;
    for (const Change& change : compared.comparison().changes) {
      EXPECT_EQ(change.standing, Change::Standing::removed) << change.name;
      EXPECT_TRUE(isOf(change, "removed")) << change.name;
      kinds.insert(change.kind);
    }
    EXPECT_EQ(kinds.size(), 8u);
    EXPECT_EQ(compared.comparison().unchanged, 0u);
    for (const char* gate : {"weaker", "behaviour-added", "behaviour-removed", "neither"})
      EXPECT_TRUE(isOf(*compared.whole(), gate)) << gate;
    EXPECT_TRUE(isOf(*compared.of(Change::Kind::test, "t"), "expectation-removed"));
  }
  const ComparedVersions added("", text);
  for (const Change& change : added.comparison().changes) EXPECT_EQ(change.standing, Change::Standing::added) << change.name;
  EXPECT_THAT(ComparedVersions("", "").comparison().changes, IsEmpty());
}

class Choices {
 public:
  explicit Choices(unsigned seed) : random_(seed) {}
  std::string any(const std::vector<std::string>& list) { return list[random_() % list.size()]; }
  std::size_t number() { return random_(); }
  bool coin() { return random_() % 2 == 0; }

 private:
  std::mt19937 random_;
};

Relation expectedOf(const std::set<std::string>& then, const std::set<std::string>& now) {
  const bool gone = !std::ranges::includes(now, then), added = !std::ranges::includes(then, now);
  return gone ? (added ? Relation::neither : Relation::stronger) : (added ? Relation::weaker : Relation::same);
}

/// Compares the relation of two versions with all instances of both, restricted to the declarations in `common`. If `common` is
/// empty, the versions have all declarations in common.
void holdRelation(const std::string& older, const std::string& newer, const std::string& common, const solver::Problem& problem,
                  int steps, std::map<Relation, int>& relations) {
  if (!parser::loadText("m.als", older)->ok() || !parser::loadText("m.als", newer)->ok()) return;
  const ComparedVersions compared(older, newer, {.scope = 2, .proof = {}});
  const auto shared = common.empty() ? nullptr : versionOf(common);
  const model::Model &before = *compared.older().model, &after = *compared.newer().model;
  const model::Model& both = shared ? *shared->model : before;
  const auto instancesOf = [&](const model::Model& model) {
    solver::Problem within = problem;
    within.temporal = model.hasMutable();
    return allSeen(both, model, within, model.hasMutable() ? steps : 1);
  };
  const auto then = instancesOf(before), now = instancesOf(after);
  if (!then || !now) return;
  Relation expected = expectedOf(*then, *now);
  if (expected == Relation::same && shared) expected = Relation::sameShared;
  Relation found = compared.relation();
  if (found == Relation::same && shared) found = Relation::sameShared;
  ++relations[expected];
  EXPECT_EQ(comparison::name(found), std::string(comparison::name(expected)))
      << older << "----\n"
      << newer << (compared.whole() ? compared.whole()->why : "");
  if (!compared.whole()) return;
  for (const Witness& witness : compared.whole()->witnesses) {
    const bool old = witness.by == Witness::AcceptedBy::older;
    if (witness.instance.universe->firstString() > 6) continue;  // too many renamings to try
    const std::string text = seen(both, old ? before : after, witness.instance);
    EXPECT_FALSE((old ? *now : *then).contains(text)) << older << "----\n" << newer << text;
  }
}

TEST(UnitedOracle, OfHierarchies) {
  Choices choices(21);
  std::map<Relation, int> relations;
  const std::vector<std::string> tops = {"sig A { f: set A }", "abstract sig A { f: set A }", "some sig A { f: lone A }",
                                         "abstract sig A { f: lone A }"};
  const std::vector<std::string> kinds = {"extends A", "in A", "extends A", "in A"};
  const std::vector<std::string> multiplicities = {"", "", "one ", "lone ", "some "};
  const std::vector<std::string> facts = {"no f & iden", "some B",   "B in C", "no B & C", "A = B + C", "f in B -> C",
                                          "some f",      "A.f in B", "no C",   "lone f",   "B = C",     "univ - Int in f.A"};
  for (int i = 0; i < 90; ++i) {
    std::vector<std::string> parts;
    const auto draw = [&](std::size_t part) -> std::string {
      switch (part) {
        case 0: return choices.any(tops);
        case 1: return fmt::format("{}sig B {} {{}}", choices.any(multiplicities), choices.any(kinds));
        case 2:
          return fmt::format("{}sig C {} {} {{}}", choices.any(multiplicities), choices.any({"extends", "in"}),
                             choices.any({"A", "A", "B"}));
        case 3: return fmt::format("fact {{ {} or {} }}", choices.any(facts), choices.any(facts));
        default: return choices.coin() ? fmt::format("fact {{ {} }}", choices.any(facts)) : "";
      }
    };
    for (std::size_t part = 0; part < 5; ++part) parts.push_back(draw(part));
    const std::string older = fmt::format("{}\n", fmt::join(parts, "\n"));
    for (const std::size_t changed : {choices.number() % 5, choices.number() % 5}) parts[changed] = draw(changed);
    holdRelation(older, fmt::format("{}\n", fmt::join(parts, "\n")), "", {.scope = {.overall = 2}}, 1, relations);
    if (HasFailure()) return;
  }
  EXPECT_EQ(relations.size(), 4u);
}

TEST(UnitedOracle, OfWhatChangesOverTime) {
  Choices choices(22);
  std::map<Relation, int> relations;
  const std::vector<std::string> facts = {"no f",          "some B",        "B in A.f",      "some f",
                                          "always f' = f", "always some B", "always B' = B", "always no B & C",
                                          "after no B",    "always C' = C", "no B & C",      "always (B + C = A)"};
  for (int i = 0; i < 30; ++i) {
    std::vector<std::string> parts;
    const auto draw = [&](std::size_t part) {
      switch (part) {
        case 0: return fmt::format("{}sig A {{ {}f: lone A }}", choices.any({"", "", "abstract "}), choices.any({"", "var "}));
        case 1:
        case 2:
          return fmt::format("{}{}sig {} {} A {{}}", choices.any({"", "var "}), choices.any({"", "lone "}), part == 1 ? "B" : "C",
                             choices.any({"extends", "in"}));
        default: return fmt::format("fact {{ {} or {} }}", choices.any(facts), choices.any(facts));
      }
    };
    for (std::size_t part = 0; part < 5; ++part) parts.push_back(draw(part));
    const std::string older = fmt::format("{}\n", fmt::join(parts, "\n"));
    for (const std::size_t changed : {choices.number() % 5, choices.number() % 5}) parts[changed] = draw(changed);
    holdRelation(older, fmt::format("{}\n", fmt::join(parts, "\n")), "", {.scope = {.overall = 2}}, 2, relations);
    if (HasFailure()) return;
  }
  EXPECT_GE(relations.size(), 3u);
}

TEST(UnitedOracle, OfStrings) {
  Choices choices(23);
  std::map<Relation, int> relations;
  const std::vector<std::string> facts = {
      "A.s = \"String0\"", "\"String1\" not in A.s",           "A.s in String",
      "String in A.s",     "some A.s - \"String0\"",           "one A",
      "#String - A.s > 0", "A.s in \"String0\" + \"String1\"", "all disj a, b: A | a.s != b.s"};
  // Each version names both literals and all strings, so a further string is considered; brute force calls it String2.
  const std::string names = "pred names { some \"String0\" + \"String1\" & String }\n";
  solver::Problem problem{.scope = {.overall = 2}};
  problem.scope.sigs.push_back({.sig = model::builtin::string, .exact = true, .start = 3, .end = 3, .increment = 1, .span = {}});
  for (int i = 0; i < 40; ++i) {
    const auto version = [&] {
      return fmt::format("sig A {{ s: {} String }}\n{}fact {{ {} }}\nfact {{ {} or {} }}\n", choices.any({"set", "one", "lone"}),
                         names, choices.any(facts), choices.any(facts), choices.any(facts));
    };
    const std::string older = version(), newer = version();
    std::map<Relation, int> here;
    holdRelation(older, newer, "", problem, 1, here);
    for (const auto& [relation, count] : here) relations[relation] += count;
    if (HasFailure()) return;
  }
  EXPECT_GE(relations.size(), 3u);
}

TEST(UnitedOracle, OfIntegers) {
  Choices choices(24);
  std::map<Relation, int> relations;
  const std::vector<std::string> facts = {"all a: A | plus[a.n, 1] > a.n", "some A", "all a: A | a.n > 0", "(sum a: A | a.n) > 1",
                                          "all a: A | mul[a.n, 2] > 1",    "#A > 1", "A.n in 0 + 1"};
  for (int i = 0; i < 40; ++i) {
    const auto version = [&] {
      return fmt::format("sig A {{ n: {} Int }}\nfact {{ {} or {} }}\nfact {{ {} }}\nrun {{}} for 2 but 2 int\n",
                         choices.any({"set", "one", "lone"}), choices.any(facts), choices.any(facts), choices.any(facts));
    };
    holdRelation(version(), version(), "", {.scope = {.overall = 2, .bitwidth = 2}}, 1, relations);
    if (HasFailure()) return;
  }
  EXPECT_GE(relations.size(), 3u);
}

TEST(UnitedOracle, OfWhatOneVersionCannotSee) {
  Choices choices(25);
  std::map<Relation, int> relations;
  const std::vector<std::string> facts = {"no f",          "some B",        "B in A.f", "always f' = f",
                                          "always some B", "always B' = B", "some f"};
  const std::vector<std::string> more = {"g = f", "no g & f", "some g", "always g = f'", "B in A.g", "A.g in B"};
  for (int i = 0; i < 50; ++i) {
    const bool varies = choices.coin();
    const auto version = [&](const std::string& field) {
      const auto var = [&] { return varies ? choices.any({"", "var "}) : std::string(); };
      std::string text = fmt::format("{}sig A {{ {}f: lone A{} }}\n", choices.any({"", "", "abstract "}), var(), field);
      text += fmt::format("{}sig B {} A {{}}\n", var(), choices.any({"extends", "in"}));
      text += fmt::format("fact {{ {} }}\n", choices.any(facts));
      if (!field.empty()) text += fmt::format("fact {{ {} or {} }}\n", choices.any(more), choices.any(more));
      return text;
    };
    const std::string common = "sig A { var f: set A }\nvar sig B in A {}\n";
    const std::string plain = version(""),
                      rich = version(choices.any({", g: lone A", ", g: set A", varies ? ", var g: lone A" : ", g: one A"}));
    if (choices.coin())
      holdRelation(plain, rich, common, {.scope = {.overall = 2}}, 2, relations);
    else
      holdRelation(rich, plain, common, {.scope = {.overall = 2}}, 2, relations);
    if (HasFailure()) return;
  }
  EXPECT_GE(relations.size(), 3u);
}

}  // namespace
}  // namespace aunit::strength::versions
