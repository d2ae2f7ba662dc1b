// Tuples that facts determine become part of the bounds: then they have no variables, and the instances are the same.
#include "solver/grounding/tightening.h"

#include <random>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/session/search.h"
#include "tests/loaded.h"
#include "tests/seeds.h"
#include "tests/solver/generated_model.h"

namespace aunit::solver {
namespace {

struct SolvedText {
  std::unique_ptr<parser::Loaded> loaded;
  Result result;

  explicit SolvedText(const std::string& text, Options options = {}) : loaded(tests::loaded("test.als", text)) {
    options.threads = Threads::one;
    result = Search(*loaded->model, problemOf(*loaded->model, 0), options).next();
  }
  std::size_t variables() const { return result.statistics.primaryVariables; }
};

std::string gridOf(int atoms) {
  std::string text = "abstract sig Place { right: set Place }\none sig P0";
  for (int i = 1; i < atoms; ++i) text += fmt::format(", P{}", i);
  return text + " extends Place {}\n";
}

TEST(Tightening, ConstantEquationsLeaveNothingOpen) {
  std::string text = gridOf(64) + "fact { right = P0->P1";
  for (int i = 1; i + 1 < 64; ++i) text += fmt::format(" + P{}->P{}", i, i + 1);
  const SolvedText solved(text + " }\nrun { P0.^right = Place - P0 }");
  EXPECT_EQ(solved.result.verdict, Verdict::satisfiable);
  EXPECT_EQ(solved.variables(), 0u);
  EXPECT_EQ(solved.result.instance->states[0].fields[0].size(), 63u);
  EXPECT_EQ(SolvedText(text + " }\ncheck { no iden & ^right }").result.verdict, Verdict::unsatisfiable);
}

TEST(Tightening, EquationsRowByRow) {
  std::string text = gridOf(64) + "fact {\n";
  for (int i = 0; i + 1 < 64; ++i) text += fmt::format("P{}.right = P{}\n", i, i + 1);
  EXPECT_EQ(SolvedText(text + "no P63.right }\nrun {}").variables(), 0u);
}

TEST(Tightening, ReadsCallsQuantifiersAndWhatFollows) {
  const std::string sigs = "abstract sig S { f, g: set S, h: one S }\none sig A, B, C extends S {}\n";
  const std::vector<std::string> facts = {
      "f = A->B  g = f.f + ~f  h = S->A",
      "no f  all s: S { s.g = A  s.h = s }",
      "p[A]  g = *f - iden  h = A->A + B->C + (S - A - B)->C",
      "f = none->none  g = ^(A->B + B->C)  A.h = B  B->C in h  C->C in h",
      "A.f = B and (some A.f implies no f - (A->S)) and not (some g) and h = f ++ ((B + C) -> A) and disj[h, g]",
      "let a = A | f = a->B  (A = B) or no g  A in B implies no h else h = S->C",
      "f in A->B  B in A.f  g in f  one g  A.h = B  h.C = B + C",
  };
  for (const std::string& fact : facts) {
    const SolvedText solved(sigs + "pred p[s: S] { f = s->B + B->s }\nfact { " + fact + " }\nrun {} for 3");
    EXPECT_EQ(solved.result.verdict, Verdict::satisfiable) << fact;
    EXPECT_EQ(solved.variables(), 0u) << fact;
  }
}

TEST(Tightening, OfVariableRelationsOnlyWhatHoldsAlways) {
  const std::string text = "abstract sig S { var f: set S }\none sig A, B extends S {}\nrun {} for 3 but 2 steps\n";
  const std::size_t free = SolvedText(text).variables();
  EXPECT_EQ(SolvedText(text + "fact { f = A->B }").variables(), free);
  EXPECT_EQ(SolvedText(text + "fact { after no f }").variables(), free);
  EXPECT_LT(SolvedText(text + "fact { always f = A->B }").variables(), free);
}

TEST(Tightening, PartsOfACoreStayOpen) {
  const std::string text = "abstract sig S { f: set S }\none sig A, B extends S {}\nfact { f = A->B }\nrun { some B.f }";
  const SolvedText solved(text, {.core = true});
  EXPECT_EQ(solved.result.verdict, Verdict::unsatisfiable);
  std::set<std::string> core;
  for (const model::Span span : solved.result.core) core.emplace(solved.loaded->sources.text(span));
  EXPECT_TRUE(core.contains("f = A->B"));
}

TEST(Tightening, ContradictionsAreFoundBySolving) {
  const std::string sigs = "abstract sig S { f: set S }\none sig A, B extends S {}\n";
  for (const char* const fact : {"f = A->B and f = B->A", "f = A->B and no f", "A->B in f and A->B not in f"})
    EXPECT_EQ(SolvedText(sigs + "fact { " + fact + " }\nrun {}").result.verdict, Verdict::unsatisfiable) << fact;
}

/// Facts that determine many tuples, over constants and relations; some are below quantifiers, calls and temporal operators.
class RandomFacts {
 public:
  RandomFacts(unsigned seed, bool variable) : random_(seed), variable_(variable), third_(!variable && seed % 2 == 0) {}

  std::string model() {
    std::string text = "abstract sig S { f: set S" +
                       std::string(variable_ ? ", var g: set S"
                                   : third_  ? ""
                                             : ", g: lone S, i: set Int") +
                       " }\none sig A, B extends S {}\n" + (third_ ? "lone" : "") + " sig C extends S {}\n" +
                       (variable_ ? "" : "sig X in S {}\n") + "pred p[s: S, r: S->S] { " + formula(1, {"s"}) + " }\nfact {\n";
    for (unsigned i = 0; i < 2 + any(3); ++i)
      text += "  " + (variable_ && any(3) != 0 ? "always (" + formula(2, {}) + ")" : formula(2, {})) + "\n";
    return text + "}\nrun {} for " + (third_ ? "3 but 0 Int" : variable_ ? "1 but 2 steps, 0 Int" : "1 but 1 Int");
  }

 private:
  unsigned any(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  const std::string& of(const std::vector<std::string>& words) { return words[any(static_cast<unsigned>(words.size()))]; }

  std::string set(int depth, const std::vector<std::string>& names) {
    std::vector<std::string> words = {"A", "B", "C", "S", "A + B", "none", "S - A", variable_ ? "univ" : "X"};
    words.insert(words.end(), names.begin(), names.end());
    words.insert(words.end(), names.begin(), names.end());
    if (depth == 0 || any(3) == 0) return of(words);
    switch (any(4)) {
      case 0: return fmt::format("({}).({})", set(depth - 1, names), relation(depth - 1, names));
      case 1: return fmt::format("({}).({})", relation(depth - 1, names), set(depth - 1, names));
      case 2: return fmt::format("({}) {} ({})", set(depth - 1, names), of({"+", "-", "&"}), set(depth - 1, names));
      default: return of(words);
    }
  }

  std::string relation(int depth, const std::vector<std::string>& names) {
    const std::string g = third_ ? "X->B" : "g";
    const std::vector<std::string> words = {"f", g, "f", g, "A->B", "iden", "B->S", "none->none"};
    if (depth == 0 || any(3) == 0) return of(words);
    switch (any(7)) {
      case 0: return fmt::format("({})->({})", set(depth - 1, names), set(depth - 1, names));
      case 1: return of({"~", "^", "*"}) + fmt::format("({})", relation(depth - 1, names));
      case 2: return fmt::format("({}) <: ({})", set(depth - 1, names), relation(depth - 1, names));
      case 3: return fmt::format("({}) :> ({})", relation(depth - 1, names), set(depth - 1, names));
      case 4: return fmt::format("({}).({})", relation(depth - 1, names), relation(depth - 1, names));
      case 5:
        return fmt::format("({} => ({}) else ({}))", formula(0, names), relation(depth - 1, names), relation(depth - 1, names));
      default:
        return fmt::format("({}) {} ({})", relation(depth - 1, names), of({"+", "-", "&", "++"}), relation(depth - 1, names));
    }
  }

  std::string atomic(const std::vector<std::string>& names) {
    const std::string comparison = of({"=", "=", "in", "in", "not in", "!="});
    if (!variable_ && !third_ && any(8) == 0)
      return fmt::format("({}).i {} {}", set(0, names), comparison, of({"0", "1", "none", "Int"}));
    if (any(4) == 0) return of({"no", "some", "one", "lone"}) + fmt::format(" ({})", relation(1, names));
    if (any(2) == 0) return fmt::format("{} {} {}", set(1, names), comparison, set(1, names));
    return fmt::format("{} {} {}", relation(2, names), comparison, relation(1, names));
  }

  std::string formula(int depth, const std::vector<std::string>& names) {
    if (depth == 0) return "(" + atomic(names) + ")";
    std::vector<std::string> more = names;
    more.push_back(fmt::format("v{}", names.size()));
    const std::string& own = more.back();
    switch (any(12)) {
      case 0:
        return fmt::format("({} {} {})", formula(depth - 1, names), of({"and", "or", "implies", "iff"}),
                           formula(depth - 1, names));
      case 1: return fmt::format("(not {})", formula(depth - 1, names));
      case 2:
        return fmt::format("({} {}: {} | {})", of({"all", "no", "some"}), own, of({"S", "A + B", "C"}), formula(depth - 1, more));
      case 3: return fmt::format("(let {} = {} | {})", own, set(1, names), formula(depth - 1, more));
      case 4: return depth == 2 ? fmt::format("p[{}, {}]", of({"A", "B"}), relation(1, names)) : formula(0, names);
      case 5: return fmt::format("(all disj {}, {}x: S | {})", own, own, formula(depth - 1, more));
      case 6:
        return variable_
                   ? fmt::format("({} {})", of({"always", "after", "eventually", "not eventually"}), formula(depth - 1, names))
                   : formula(0, names);
      case 7: return fmt::format("({} implies {} else {})", formula(0, names), formula(depth - 1, names), formula(0, names));
      default: return formula(0, names);
    }
  }

  std::mt19937 random_;
  const bool variable_;
  const bool third_;  // whether S may have a third atom; then there is only one field
};

void compareWithAllValuations(bool variable, unsigned seeds) {
  unsigned used = 0, satisfiable = 0, narrower = 0, refuted = 0;
  for (unsigned seed = 1; seed <= seeds; ++seed) {
    const std::string text = RandomFacts(seed, variable).model();
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const auto loaded = parser::loadText("random.als", text);
    if (!loaded->ok()) continue;
    const model::Model& model = *loaded->model;
    const Problem problem = problemOf(model, 0);
    const std::set<std::string> expected = testing_::allInstances(model, problem, variable ? 2 : 1, false);
    if (expected.contains("too many")) continue;
    ++used;
    satisfiable += !expected.empty();
    for (const int symmetry : {0, 20}) {
      const Options options{.symmetry = symmetry, .enumerate = symmetry == 0, .threads = Threads::one};
      Search search(model, problem, options);
      std::set<std::string> found;
      Result result = search.next();
      ASSERT_EQ(result.verdict, expected.empty() ? Verdict::unsatisfiable : Verdict::satisfiable) << result.message;
      for (; options.enumerate && result.verdict == Verdict::satisfiable; result = search.next())
        found.insert(testing_::written(model, *result.instance));
      if (options.enumerate) {
        ASSERT_EQ(found, expected);
      }
      refuted += testing_::expectBoundsFollow(model, options);
    }
    const Options open{.core = true, .threads = Threads::one};
    narrower += Search(model, problem, {.threads = Threads::one}).next().statistics.primaryVariables <
                Search(model, problem, open).next().statistics.primaryVariables;
  }
  EXPECT_GT(used, seeds / 6);
  EXPECT_GT(satisfiable, used / 10);
  EXPECT_GT(narrower, used / 10);
  EXPECT_GE(refuted, narrower);
}

// The facts narrow relations of all kinds of declarations. The bounds must follow from them in each mode.
TEST(Tightening, BoundsFollowFromAllKindsOfFacts) {
  const std::vector<std::string> texts = {
      "enum E { X, Y } one sig T { f: E -> E } fact { T.f = X->Y } run {}",
      "open util/ordering[S] sig S {} one sig T { f: S -> S } fact { T.f = first->last + next } run {} for 3",
      "one sig T { f: set String } fact { T.f = \"x\" + \"y\" } run {} for exactly 3 String",
      "abstract sig S {} one sig A, B extends S {} one sig T { s: seq S } fact { T.s = 0->A + 1->B } run {} for 3",
      "one sig T { i: set Int } fact { T.i = 1 + 7 and plus[7, 1] not in T.i } run {} for 3",
      "let edges = A->B + B->A abstract sig S { f: set S } one sig A, B extends S {} fact { f = edges } run {} for 3",
      "abstract sig S { var f: set S } one sig A, B extends S {} fact { always f = A->B } run {} for 3 but 1..3 steps",
      "sig S { f: lone S } sig P in S {} fact { no f  no P } run { some S } for 4",
      "open util/graph[S] as g abstract sig S { f: set S } one sig A, B extends S {} fact { f in A->B  g/noSelfLoops[f] } run "
      "{}"};
  for (const std::string& text : texts)
    for (const bool noOverflow : {false, true})
      for (const int symmetry : {0, 20}) {
        SCOPED_TRACE(text);
        const auto loaded = tests::loaded("test.als", text);
        EXPECT_TRUE(
            testing_::expectBoundsFollow(*loaded->model, {.symmetry = symmetry, .semantics = {.noOverflow = noOverflow}}));
      }
}

TEST(Tightening, LeavesTheInstancesThatEvaluationAccepts) {
  compareWithAllValuations(false, tests::seedsOr(50));
}

TEST(Tightening, LeavesTheTracesThatEvaluationAccepts) {
  compareWithAllValuations(true, tests::seedsOr(30));
}

}  // namespace
}  // namespace aunit::solver
