// Versions that do not have the same signatures and fields, compared with all instances of both.
#include "strength/versions/projection.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluator/judge.h"
#include "parser/front_end.h"
#include "tests/loaded.h"
#include "tests/solver/generated_model.h"
#include "tests/strength/versions/seen.h"

namespace aunit::strength::versions {
namespace {

using comparison::Relation;
using model::Model;
using testing_::allSeen;
using testing_::seen;

std::unique_ptr<parser::Loaded> parsed(const std::string& text) {
  return tests::loaded("m.als", text);
}

/// Compares the result for two versions with all instances of both. `common` has the declarations that both versions share.
void hold(const std::string& common, const std::string& plain, const std::string& rich, int steps,
          std::map<Relation, int>& relations) {
  const auto shared = parsed(common), before = parsed(plain), after = parsed(rich);
  const Model &both = *shared->model, &plainer = *before->model, &richer = *after->model;
  solver::Problem problem{.scope = {.overall = 2, .bitwidth = 3}};
  if (steps > 1) problem.scope.maxSteps = steps;
  problem.temporal = steps > 1;
  const auto allThen = allSeen(both, plainer, problem, steps), allNow = allSeen(both, richer, problem, steps);
  if (!allThen || !allNow) return;
  const std::set<std::string>&then = *allThen, &now = *allNow;
  auto corresponding = comparison::correspondence(plainer, richer);
  if (common != plain) comparison::leaveToVersions(plainer, richer, corresponding);
  Projection projection(plainer, richer, corresponding, problem.scope, {});
  const comparison::RelationResult related = projection.relate();
  ++relations[related.relation];
  const std::string texts = plain + "\n" + rich + related.why;
  ASSERT_NE(related.relation, Relation::unknown) << texts;
  EXPECT_EQ(related.noneByFirst, std::ranges::includes(now, then)) << texts;
  EXPECT_EQ(related.noneBySecond, std::ranges::includes(then, now)) << texts;
  if (related.byFirst) {
    const std::string text = seen(both, plainer, related.byFirst->instance);
    EXPECT_TRUE(then.contains(text)) << texts << text;
    EXPECT_FALSE(now.contains(text)) << texts << text;
    if (const auto near = projection.nearest(related, true)) {
      EXPECT_TRUE(then.contains(seen(both, plainer, *near)) && now.contains(seen(both, plainer, *near))) << texts;
    }
  }
  if (related.bySecond) {
    const std::string text = seen(both, richer, related.bySecond->instance);
    EXPECT_TRUE(now.contains(text)) << texts << text;
    EXPECT_FALSE(then.contains(text)) << texts << text;
  }
}

class Texts {
 public:
  explicit Texts(unsigned seed) : random_(seed) {}
  const std::string& any(const std::vector<std::string>& list) { return list[random_() % list.size()]; }
  std::size_t number() { return random_(); }
  bool coin() { return random_() % 2 == 0; }

 private:
  std::mt19937 random_;
};

TEST(ProjectionOracle, OfInstances) {
  Texts texts(11);
  std::map<Relation, int> relations;
  const std::vector<std::string> facts = {
      "some f",   "no f & iden",     "all a: A | lone a.f", "f = ~f",        "some A.f implies one A",
      "A.f in A", "lone univ - Int", "no *f - ^f",          "some iden - f", "f in A -> A",
      "one A",    "some A"};
  const std::vector<std::string> fields = {"",           ", g: set A",       ", g: one A",      ", g: some A", ", g: lone B",
                                           ", g: one B", ", g: A -> lone B", ", g: disj one A", ", g: set f"};
  const std::vector<std::string> more = {"all a: A | a.g != a",
                                         "all a: A | some b: A | g[a] != g[b]",
                                         "all a: A.f | some a.g",
                                         "no g & f",
                                         "g in ^f",
                                         "some A.g",
                                         "all disj a, b: A | a.g != b.g",
                                         "all a: A | a in a.f or some a.g - a",
                                         "p[A]",
                                         "some univ - Int - A"};
  const std::vector<std::string> sigs = {"sig B {}\n",      "sig B { h: one A }\n",     "sig B extends A {}\n",
                                         "sig B in A {}\n", "one sig B extends A {}\n", "sig B { h: A one -> lone A }\n",
                                         "some sig B {}\n"};
  const std::vector<std::string> ofSigs = {"all b: B | some b.f",
                                           "A in B",
                                           "some B implies f in iden",
                                           "all a: A | some B - a.f",
                                           "#B = #A",
                                           "A.f in B",
                                           "no B",
                                           "all x: univ - Int | x in A or no f",
                                           "some iden & (A -> A) - f - (B -> B)"};
  for (int i = 0; i < 250; ++i) {
    const std::string shared = texts.coin() ? fmt::format("fact {{ {} }}\n", texts.any(facts)) : "";
    const std::string plain =
        fmt::format("sig A {{ f: set A }}\n{}fact {{ {} or {} }}\n", shared, texts.any(facts), texts.any(facts));
    const std::string& field = texts.any(fields);
    const bool needsB = field.find('B') != std::string::npos || texts.coin();
    std::string rich =
        fmt::format("sig A {{ f: {} A{} }}\n{}", texts.coin() ? "set" : texts.any({"lone", "some"}), field, shared);
    if (needsB) rich += texts.any(sigs);
    if (needsB && texts.coin()) rich += fmt::format("fact {{ {} }}\n", texts.any(ofSigs));
    rich += "pred p[s: set A] { all x: s | some x.f - s implies x in A.f }\n";
    if (!field.empty())
      rich += fmt::format("fact {{ {} }}\n", field.find('B') == std::string::npos ? texts.any(more) : "some A.g or no f");
    if (texts.coin()) rich += fmt::format("fact {{ {} }}\n", texts.any(facts));
    if (!needsB && field.empty()) continue;
    if (!parser::loadText("m.als", rich)->ok()) continue;
    hold(plain, plain, rich, 1, relations);
    if (HasFatalFailure() || HasFailure()) return;
  }
  EXPECT_GT(relations[Relation::same], 5);
  EXPECT_GT(relations[Relation::stronger], 20);
  EXPECT_GT(relations[Relation::weaker], 5);
  EXPECT_GT(relations[Relation::neither], 20);
}

TEST(ProjectionOracle, OfTraces) {
  Texts texts(12);
  std::map<Relation, int> relations;
  const std::vector<std::string> facts = {"some S",
                                          "always lone S",
                                          "eventually no S",
                                          "always S' = S",
                                          "always S' != S",
                                          "S in S'",
                                          "always (some S or some S')",
                                          "after no S",
                                          "always eventually some S",
                                          "no S"};
  const std::vector<std::string> fields = {"var g: set A", "g: set A", "var g: lone A", "g: one A"};
  const std::vector<std::string> more = {"always (some S iff some g)",
                                         "always g' != g",
                                         "always (S' = S implies g' = g)",
                                         "g = A -> S",
                                         "always (some g implies after no g)",
                                         "no g and always g' = A -> S",
                                         "always A.g in S",
                                         "eventually (some g and some S)",
                                         "always A.g = A - S"};
  for (int i = 0; i < 80; ++i) {
    const std::string plain =
        fmt::format("sig A {{}}\nvar sig S in A {{}}\nfact {{ {} or {} }}\n", texts.any(facts), texts.any(facts));
    std::string rich = fmt::format("sig A {{ {} }}\nvar sig S in A {{}}\nfact {{ {} }}\n", texts.any(fields), texts.any(more));
    if (texts.coin()) rich += fmt::format("fact {{ {} }}\n", texts.any(facts));
    hold(plain, plain, rich, 2, relations);
    if (HasFatalFailure() || HasFailure()) return;
  }
  EXPECT_GE(relations.size(), 4u);
}

/// Each of the versions has declarations that the other lacks.
TEST(ProjectionOracle, OfPartsOnBothSides) {
  Texts texts(13);
  std::map<Relation, int> relations;
  struct Part {
    std::string field, sig;
    std::vector<std::string> facts;
  };
  const std::vector<Part> parts = {
      {", g: set A", "", {"no f & g", "all a: A | a.g != a.f", "g in ^f", "some A.g", "f = ~g", "all a: A | one a.g - a.f"}},
      {", g: one A", "", {"all a: A | a.g in a.f", "all disj a, b: A | a.g != b.g", "no g & iden", "g = f"}},
      {"", "sig B extends A {}\n", {"some B.f", "A.f in B", "B.f in A - B", "no B", "one B and some f"}},
      {"", "sig B in A {}\n", {"f in B -> (A - B)", "some B & A.f", "lone B", "B = A"}},
      {"", "sig B {}\n", {"#B = #A", "some B implies f in iden", "one B", "all x: univ - Int | x in A or no f"}},
      {"", "sig B { h: one A }\n", {"B.h = A", "all b: B | some b.h.f", "no f.(B.h)", "some iden & (A -> A) - f - (B -> B)"}},
      {", g: lone B", "sig B {}\n", {"all a: A | some a.g", "A.g = B", "all disj a, b: A | a.g != b.g", "some f implies no g"}}};
  const std::vector<std::string> facts = {"some f", "no f & iden", "all a: A | lone a.f", "lone univ - Int",
                                          "some A", "f = ~f",      "some iden - f"};
  for (int i = 0; i < 140; ++i) {
    const Part &older = parts[texts.number() % parts.size()], &newer = parts[texts.number() % parts.size()];
    const auto kind = [](const Part& part) { return part.sig.substr(0, part.sig.find('{')); };
    const bool oneName = kind(older) != kind(newer) && texts.coin();  // one name for different kinds of signatures
    const auto version = [&](const Part& part, const std::string& number) {
      std::string text = fmt::format("sig A {{ f: set A{} }}\n{}fact {{ {} }}\n", part.field, part.sig, texts.any(part.facts));
      if (texts.coin()) text += fmt::format("fact {{ {} }}\n", texts.any(facts));
      std::string renamed;  // avoids names of the other version
      for (std::size_t at = 0; at < text.size(); ++at) {
        const auto alone = [&](char c) { return std::isalpha(static_cast<unsigned char>(c)) == 0; };
        const bool word = alone(at == 0 ? ' ' : text[at - 1]) && alone(at + 1 < text.size() ? text[at + 1] : ' ');
        renamed += text[at];
        if (word && (text[at] == 'g' || text[at] == 'h' || (text[at] == 'B' && !oneName))) renamed += number;
      }
      return renamed;
    };
    hold("sig A { f: set A }\n", version(older, "1"), version(newer, "2"), 1, relations);
    if (HasFatalFailure() || HasFailure()) return;
  }
  EXPECT_GT(relations[Relation::same], 2);
  EXPECT_GT(relations[Relation::stronger], 10);
  EXPECT_GT(relations[Relation::weaker], 10);
  EXPECT_GT(relations[Relation::neither], 10);
}

TEST(ProjectionOracle, OfTracesWithPartsOnBothSides) {
  Texts texts(14);
  std::map<Relation, int> relations;
  const std::vector<std::string> fields = {"var #: set A", "#: set A", "var #: lone A", "#: one A"};
  const std::vector<std::string> facts = {"always (some S iff some #)",
                                          "always #' != #",
                                          "S in A.# and S' = S",
                                          "always A.# in S",
                                          "no # and always some S",
                                          "always A.# = A - S",
                                          "eventually (some # and some S)",
                                          "always (S' = S implies #' = #)"};
  const auto with = [](std::string text, const std::string& name) {
    for (std::size_t at = 0; (at = text.find('#', at)) != std::string::npos;) text.replace(at, 1, name);
    return text;
  };
  for (int i = 0; i < 30; ++i) {
    const auto version = [&](const std::string& name) {
      return with("sig A { " + texts.any(fields) + " }\nvar sig S in A {}\nfact { " + texts.any(facts) + " }\n", name);
    };
    hold("sig A {}\nvar sig S in A {}\n", version("g"), version("h"), 2, relations);
    if (HasFatalFailure() || HasFailure()) return;
  }
  EXPECT_GE(relations.size(), 3u);
}

TEST(ProjectionOracle, OfAtomsThatComeAndGo) {
  Texts texts(15);
  std::map<Relation, int> relations;
  const std::vector<std::string> facts = {"some V",
                                          "always lone V",
                                          "eventually no V",
                                          "always V' = V",
                                          "always V' != V",
                                          "always some V",
                                          "no V",
                                          "after no V",
                                          "always eventually some V",
                                          "always (some V or some V')"};
  const std::vector<std::string> parts = {"var sig W {}", "sig W {}", "sig W { w: set V }", "var sig W in V {}",
                                          "one sig W { var w: set V }"};
  const std::vector<std::string> more = {
      "always (some V iff some W)", "always W != V", "some W", "always lone W + V", "always (some W implies after no V)", "no W",
      "always V' - V in V"};
  for (int i = 0; i < 60; ++i) {
    const std::string common = "var sig V {}\n";
    const std::string plain = fmt::format("{}fact {{ {} or {} }}\n", common, texts.any(facts), texts.any(facts));
    std::string rich = fmt::format("{}{}\nfact {{ {} }}\n", common, texts.any(parts), texts.any(more));
    if (texts.coin()) rich += fmt::format("fact {{ {} }}\n", texts.any(facts));
    hold(plain, plain, rich, 2, relations);
    if (HasFatalFailure() || HasFailure()) return;
  }
  EXPECT_GE(relations.size(), 3u);
}

}  // namespace
}  // namespace aunit::strength::versions
