// Vacuous answers "no instance": hand-written cases, a comparison with all instances of small models, and published models.

#include "solver/vacuity/vacuity.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "generated_model.h"
#include "model/changes/overlay.h"
#include "parser/front_end.h"
#include "solver/remarks/remarks.h"
#include "solver/session/search.h"
#include "support/budget.h"
#include "tests/folders.h"
#include "tests/loaded.h"
#include "tests/public_models.h"
#include "tests/seeds.h"

namespace aunit::solver {
namespace {

using testing::ElementsAre;
using testing_::allInstances;

/// Why the answer "no instance" to a command is vacuous; empty if it is not vacuous, "-" if there is an instance.
std::string reasonOf(const parser::Loaded& loaded, model::CommandId command, const support::Budget& budget = {}) {
  const model::Model& model = *loaded.model;
  const Problem problem = problemOf(model, command);
  const Verdict verdict = Search(model, problem, {}).next().verdict;
  if (problem.check && verdict != Verdict::unsatisfiable) return "-";
  ModelQuestions questions(model);
  const auto vacuity = vacuityOf(questions, problem, verdict, {}, budget);
  return vacuity ? vacuityText(loaded.sources, *vacuity) : "";
}

std::string reasonOf(const std::string& text) {
  return reasonOf(*tests::loaded("m.als", text), 0);
}

const std::string contradiction = "the facts contradict each other", emptiness = "nothing can exist in the scope",
                  anything = "any instance of the signatures satisfies it";

struct Reason {
  const char* what;
  std::string reason, text;

  friend void PrintTo(const Reason& one, std::ostream* out) { *out << one.what; }
};

class ReasonsByHand : public testing::TestWithParam<Reason> {};

TEST_P(ReasonsByHand, AreFound) {
  EXPECT_EQ(reasonOf(GetParam().text), GetParam().reason) << GetParam().what;
}

const std::string nodes = "sig Node { link, next: set Node } fact { no n: Node | n in n.^link } ";

INSTANTIATE_TEST_SUITE_P(
    Vacuity, ReasonsByHand,
    testing::Values(
        Reason{"the assertion holds", "", nodes + "check { all n: Node | some n.link implies n not in n.link }"},
        Reason{"it does not", "-", nodes + "check { all n: Node | some n.link implies n in n.next }"},
        Reason{"contradicting facts", contradiction,
               nodes + "fact { some link and (all n: Node | some n.link) } check { no Node }"},
        Reason{"declarations", contradiction, "some sig A { f: some B } lone sig B {} fact { no f } check { some A }"},
        Reason{"in a scope", contradiction, "sig A {} fact { #A > 3 } check { no A } for 3"},
        Reason{"in a larger one not", "", "sig A {} fact { #A > 3 } check { some A } for 4"},
        Reason{"one of the scopes that are searched is large enough", "", "sig A {} fact { #A > 3 } check { some A } for 1..4 A"},
        Reason{"none of them is", contradiction, "sig A {} fact { #A > 3 } check { no A } for 1..3 A"},
        Reason{"a guard", "`n in n.link` is never true", nodes + "check { all n: Node | n in n.link implies some n.next }"},
        Reason{"a guard on several lines", "`n in n.link and some n` is never true",
               nodes + "check { all n: Node | n in n.link\n   and some n implies some n.next }"},
        Reason{"a guard within", "`n in m.^link` is never true if `m in n.link` is",
               nodes + "check { all n, m: Node | m in n.link implies (n in m.^link implies n = m) }"},
        Reason{"beside another", "`some n.link & n` is never true",
               nodes + "check { all n: Node | (some n.link implies n not in n.link) and (some n.link & n implies no n) }"},
        Reason{"behind `or` and `no`", "`n in n.link` is never true",
               nodes + "check { no Node or (no n: Node | not (n in n.link implies some n.next)) }"},
        Reason{"behind a name", "`some x` is never true",
               nodes + "check { all n: Node | let x = n & n.link | some x implies no n.next }"},
        Reason{"in a predicate", "`n in n.link` is never true",
               nodes + "pred Rule { all n: Node | n in n.link implies some n.next } check { Rule }"},
        Reason{"in a predicate with parameters", "`some y & x.link` is never true if `x in y.next` is",
               nodes + "pred Rule[x, y: Node] { x in y.next implies (some y & x.link implies no x) } "
                       "fact { no ~next & link } check { all n, m: Node | Rule[n, m] }"},
        Reason{"of which one call reaches it", "",
               nodes + "pred Rule[x: set Node] { some x implies some x.link or no x.link } check { Rule[none] and Rule[Node] }"},
        Reason{
            "of which none does", "`some x` is never true",
            nodes +
                "pred Rule[x: set Node] { some x implies no x.link } check { Rule[none] and (all n: Node | Rule[n & n.link]) }"},
        Reason{"in a predicate that one guard excludes and another does not", "",
               nodes + "pred Rule { some Node implies some Node } check { (no Node implies Rule) and (some link implies Rule) }"},
        Reason{"in an assertion", "`n in n.link` is never true",
               nodes + "assert Rule { all n: Node | n in n.link implies some n.next } check Rule for 2"},
        Reason{"one of several that are written once", "",
               nodes + "let m[x, y] { x in y implies some x } check { all n, o: Node | m[n, n.link] and m[n, o.link] }"},
        Reason{"all of them", "`x in y` is never true",
               nodes + "let m[x, y] { x in y implies no x } check { all n: Node | m[n, n.link] and m[n, n.link.link] }"},
        Reason{"what must fail asks for its guard", "",
               nodes + "check { all n: Node | not (some n.link implies n in n.link) implies some n.link }"},
        Reason{"a left side's own guard is none", "",
               nodes + "check { all n: Node | (n in n.link implies some n.next) implies n not in n.link }"},
        Reason{"nor is that of an equivalence", "", nodes + "check { all n: Node | (n in n.link implies no n) iff n in Node }"},
        Reason{"`else` is for something", "", nodes + "check { all n: Node | n in n.link implies no n else n not in n.link }"},
        Reason{
            "a guard in `else`", "`n in n.^link` is never true if `some n.link` is",
            nodes + "check { all n: Node | no n.next implies no none else (some n.link implies (n in n.^link implies no n)) }"},
        Reason{"no atoms", emptiness, nodes + "check { all n: Node | n in n.next } for 0"},
        Reason{"no atoms, which the facts want", contradiction, nodes + "fact { some Node } check { no Node } for 0"},
        Reason{"a guard about an enum", "`a.c = Red + Green` is never true",
               "enum Color { Red, Green } sig A { c: one Color } check { all a: A | a.c = Red + Green implies no a }"},
        Reason{"integers are always there", "", nodes + "check { all i: Int | i < 7 implies plus[i, 1] > i } for 0"},
        Reason{"truth values are always there", "", "open util/boolean sig A {} check { all b: Bool | b = Not[Not[b]] } for 0"},
        Reason{"a run that expects none", "", nodes + "run { some n: Node | n in n.link } expect 0"},
        Reason{"by contradicting facts", contradiction, nodes + "fact { some A: Node | A != A } run { some Node } expect 0"},
        Reason{"in no room", emptiness, nodes + "run { some Node } for 0 expect 0"},
        Reason{"which is what it asks", "", nodes + "fact { some A: Node | A != A } run {} expect 0"},
        Reason{"a run that expects nothing", "", nodes + "fact { some A: Node | A != A } run { some Node }"},
        Reason{"a run of what is always so", anything, "sig A { f: lone A } run { all a: A | lone a.f }"},
        Reason{"with facts that are always so", anything,
               "sig A { f: lone A } { lone f } fact { lone f[A] or some A } run { some A or no A }"},
        Reason{"a run of what `exactly` sees to", "", "sig A {} run { some A } for exactly 1 A"},
        Reason{"of what is not", "", "sig A { f: set A } run { all a: A | lone a.f }"},
        Reason{"with a fact that is not", "", "sig A { f: set A } fact { lone f } run { all a: A | lone a.f }"},
        Reason{"with one behind a signature", "", "sig A { f: set A } { lone f } run { all a: A | lone a.f }"},
        Reason{"a sum", "", "sig A {} run { plus[1, 2] = 3 }"},
        Reason{"a run that only shows", "", "sig A {} pred show {} run show"},
        Reason{"one of an atom", "", "one sig A {} pred show[a: A] {} run show"},
        Reason{"a run of traces that are always so", anything, "var sig A {} run { always (some A or no A) }"},
        Reason{"traces", "the facts have no trace of up to 10 steps",
               "var sig V {} fact { always some V and eventually no V } check { always no V }"},
        Reason{"longer ones than there is room for", "the facts have no trace of up to 1 step",
               "var sig V {} fact { no V and after some V and after after no V } check { some V } for 3 but 1 steps"},
        Reason{"of any length", contradiction,
               "var sig V {} fact { always some V and eventually no V } check { always no V } for 3 but 1.. steps"},
        Reason{"a guard at any time", "`v not in V'` is never true",
               "var sig V {} fact { always V in V' } check { always all v: V | v not in V' implies no V }"},
        Reason{"a guard later on", "",
               "var sig V {} fact { no V } check { always (some V implies once no V) } for 2 but 3 steps"},
        Reason{"a guard before", "`some V` is never true",
               "var sig V {} fact { no V and always V' = V } check { always (once (some V implies no V)) } for 2 but 3 steps"}));

/// A minimal set of facts that contradict each other; empty if they do not.
std::vector<std::string> contradictingIn(const std::string& text) {
  const testing_::PosedProblem one = testing_::posed(text);
  ModelQuestions questions(one.model());
  const auto vacuity = vacuityOf(questions, one.problem, Verdict::unsatisfiable, {}, {});
  EXPECT_TRUE(vacuity && vacuity->why == Vacuity::Reason::facts);
  return vacuity ? tests::textsAt(*one.loaded, vacuity->core) : std::vector<std::string>();
}

TEST(VacuityOf, NamesASmallestSetThatContradicts) {
  EXPECT_THAT(contradictingIn("sig A { f: set A, g: set A }\nfact { some g }\nfact { no f  one g }\n"
                              "fact { some f }\ncheck { some A.f.g }"),
              testing::UnorderedElementsAre("no f", "some f"));
}

TEST(VacuityOf, NamesASmallestSetForTracesOfAnyLength) {
  EXPECT_THAT(contradictingIn("var sig V {}\nfact { some V  always V' = V }\nfact { eventually no V }\n"
                              "fact { always lone V }\ncheck { always no V } for 3 but 1.. steps"),
              testing::UnorderedElementsAre("some V", "always V' = V", "eventually no V"));
}

TEST(VacuityOf, LeavesTheModelAsItIs) {
  const auto loaded = parser::loadText("m.als", nodes + "check { all n: Node | n in n.link implies some n.next }");
  const std::uint32_t before = loaded->model->exprCount();
  EXPECT_EQ(reasonOf(*loaded, 0), "`n in n.link` is never true");
  EXPECT_EQ(loaded->model->exprCount(), before);
}

// If overflows are excluded, a comparison with 7 that overflows is false, and so is its negation.
TEST(VacuityOf, WhatOverflowsIsNoReason) {
  const std::string number = "one sig A { n: one Int } ";
  const auto excluded = [&](const std::string& command) {
    const auto loaded = tests::loaded("m.als", number + command);
    const Options options{.semantics = {.noOverflow = true}};
    const Problem problem = problemOf(*loaded->model, 0);
    const Verdict verdict = Search(*loaded->model, problem, options).next().verdict;
    ModelQuestions questions(*loaded->model);
    const auto vacuity = vacuityOf(questions, problem, verdict, options, {});
    return vacuity ? vacuityText(loaded->sources, *vacuity) : "";
  };
  EXPECT_EQ(excluded("run { plus[A.n, 1] > A.n }"), "");
  EXPECT_EQ(excluded("run { plus[A.n, 1] > 0 or some A.n }"), anything);
  EXPECT_EQ(excluded("check { all x: Int | plus[x, 7] > 7 implies some A }"), "");
}

TEST(VacuityOf, WithoutTime) {
  const std::string guard = "`n in n.link` is never true";
  const std::string check = "check { all n: Node | (some n.link implies n not in n.link) and (n in n.link implies no n) } for 3";
  for (const auto& [facts, reason] :
       {std::pair(std::string(), guard), std::pair(std::string("fact { 1 = 2 } "), contradiction)}) {
    const auto loaded = tests::loaded("m.als", nodes + facts + check);
    int told = 0, silent = 0;
    for (int questions = 0; told < 3 && questions < 100'000; questions += 1 + questions / 8) {
      const std::string said = reasonOf(*loaded, 0, support::Budget().endingAt(questions));
      if (said.empty())
        ++silent;
      else
        EXPECT_EQ(said, reason);
      told += said == reason;
    }
    EXPECT_GT(silent, 0);
    EXPECT_EQ(told, 3);
  }
}

// Comparison with all instances, by evaluation.

struct Shape {
  std::string assertion;            // with placeholders {0}, {1} and {2} for formulas about x
  std::vector<std::string> guards;  // each must hold in some instance, otherwise the assertion is vacuous
};

// The check has the only string literal. With it there is an atom of String; without it, as in an empty `run` of this file, there
// is none.
TEST(VacuityOf, StringsOfTheCheckAreThere) {
  const testing_::PosedProblem one =
      testing_::posed("sig A { n: set String } fact { some String } check { all a: A | some a.n implies a.n in \"x\" } for 2");
  ModelQuestions questions(one.model());
  EXPECT_FALSE(vacuityOf(questions, one.problem, Verdict::unsatisfiable, {}, {}));
}

class GeneratedVacuity : public testing::Test {
 protected:
  /// The number of models; the environment variable AUNIT_SEEDS overrides it.
  static int number(int usual) { return std::max(usual, static_cast<int>(tests::seedsOr(static_cast<unsigned>(usual)))); }

  std::string pick(const std::vector<std::string>& of) { return of[random_() % of.size()]; }

  static std::string stepsIn(int steps) { return steps == 1 ? "" : fmt::format(" but {} steps", steps); }

  static bool isPossible(const std::string& model, const std::string& formula, int steps) {
    const testing_::PosedProblem one = testing_::posed(fmt::format("{} run {{ {} }} for 2{}", model, formula, stepsIn(steps)));
    return !allInstances(one.model(), one.problem, steps, false).empty();
  }

  /// Compares the vacuity reported for such an assertion with the expected one.
  void compare(const std::string& declarations, const Shape& shape, const std::string& fact, int steps) {
    const std::vector<std::string> guards = {"some x.f", "x in x.f", "x in B", "x in x.^f", "no x.f", "x.f = x", "x not in A"};
    const std::string g = pick(guards), h = pick(guards), c = pick({"x in A", "x in x.f", "x not in x.f", "x in B"});
    const std::string model = fmt::format("{} fact {{ {} }} ", declarations, fact);
    const std::string text =
        fmt::format("{} check {{ {} }} for 2{}", model, fmt::format(fmt::runtime(shape.assertion), g, h, c), stepsIn(steps));
    SCOPED_TRACE(text);
    const testing_::PosedProblem one = testing_::posed(text);
    if (Search(one.model(), one.problem, {}).next().verdict != Verdict::unsatisfiable) return;
    ModelQuestions questions(one.model());
    const auto vacuity = vacuityOf(questions, one.problem, Verdict::unsatisfiable, {}, {});
    const std::string said = vacuity ? name(vacuity->why) : "";
    std::string truth = isPossible(model, "no none", steps) ? "" : "facts";
    for (const std::string& guard : shape.guards)
      if (truth.empty() && !isPossible(model, fmt::format(fmt::runtime(guard), g, h, c), steps)) truth = "guard";
    EXPECT_EQ(said, truth);
    ++seen_[truth];
  }

  std::mt19937 random_{7};
  std::map<std::string, int> seen_;
};

TEST_F(GeneratedVacuity, StaticModels) {
  const std::vector<Shape> shapes = {
      {"all x: A | {0} implies {2}", {"some x: A | {0}"}},
      {"all x: A | {0} implies ({1} implies {2})", {"some x: A | {0}", "some x: A | {0} and {1}"}},
      {"no x: A | not ({0} implies {2})", {"some x: A | {0}"}},
      {"all x: A | ({0} implies {1}) implies {2}", {"some x: A | {0} implies {1}"}},
      {"all x: A | ({0} implies {2}) and ({1} implies {2})", {"some x: A | {0}", "some x: A | {1}"}},
      {"(some x: A | {0} implies {2}) or no f", {"some x: A | {0}"}},
      {"all x: A | ({0} implies {1}) iff ({0} implies {1})", {}},
      {"all x: A | {0} implies {2} else ({1} implies {2})", {"some x: A | not {0} and {1}"}},
      {"all x: A | let y = x | {0} implies y in A", {"some x: A | {0}"}},
  };
  const std::vector<std::string> facts = {"no none",
                                          "no f",
                                          "no A",
                                          "no B",
                                          "A in B",
                                          "all a: A | a in a.f",
                                          "no iden & ^f",
                                          "some f and no f",
                                          "A = A.f - A",
                                          "all a: A | one a.f",
                                          "no iden & ^f and all a: A | some a.f"};
  for (int i = 0; i < number(400); ++i)
    compare("sig A { f: set A } sig B in A {}", shapes[static_cast<std::size_t>(i) % shapes.size()], pick(facts), 1);
  EXPECT_GT(seen_[""], 20);
  EXPECT_GT(seen_["facts"], 10);
  EXPECT_GT(seen_["guard"], 20);
}

TEST_F(GeneratedVacuity, Traces) {
  const std::vector<Shape> shapes = {
      {"always all x: A | {0} implies {2}", {"eventually some x: A | {0}"}},
      {"all x: A | {0} implies always {2}", {"some x: A | {0}"}},
      {"all x: A | always ({0} implies always ({1} implies {2}))",
       {"some x: A | eventually {0}", "some x: A | eventually ({0} and eventually {1})"}},
      {"not eventually (some x: A | not ({0} implies {2}))", {"eventually some x: A | {0}"}},
  };
  const std::vector<std::string> facts = {"no none",
                                          "no f",
                                          "always no f",
                                          "always f in f'",
                                          "always some f and eventually no f",
                                          "no f and always f' in f",
                                          "always no iden & ^f"};
  for (int i = 0; i < number(60); ++i)
    compare("sig A { var f: set A } sig B in A {}", shapes[static_cast<std::size_t>(i) % shapes.size()], pick(facts), 2);
  EXPECT_GT(seen_[""], 3);
  EXPECT_GT(seen_["facts"], 1);
  EXPECT_GT(seen_["guard"], 3);
}

/// Whether the check still has no counterexample if the consequent of the guard becomes `false`.
bool holdsBehind(const model::Model& model, model::CommandId command, model::Span guard, const Options& options) {
  model::Model own = model;
  model::ExprId behind = model::noId;
  for (model::ExprId id = 0; id < own.exprCount(); ++id)
    if (own.expr(id).op == model::Op::implies && own.expr(own.child(id, 0)).span == guard) behind = own.child(id, 1);
  if (behind == model::noId) return false;
  model::Overlay overlay(own);
  if (!overlay.replace(behind, overlay.nodes().truth(false))) return false;
  overlay.install();
  return Search(own, problemOf(own, command), options).next().verdict == Verdict::unsatisfiable;
}

// On published models: facts are reported as contradictory if and only if an empty run in the same scope has no instance. If a
// guard is reported as never true, the check holds with any consequent.
TEST(VacuityOf, OfPublishedModels) {
  const std::vector<std::string> paths = tests::publicModels({"conformance/alloy", "field/found"});
  if (paths.empty()) GTEST_SKIP() << "no " << sharedFolder();
  constexpr double patience = 3;  // seconds
  std::size_t checks = 0, contradicting = 0, guarded = 0;
  for (const std::string& path : paths) {
    const auto loaded = parser::load(path);
    if (!loaded->ok()) continue;
    const model::Model& model = *loaded->model;
    for (model::CommandId c = 0; c < model.commands().size(); ++c) {
      Problem problem = problemOf(model, c);
      if (!problem.check) continue;
      SCOPED_TRACE(fmt::format("{} {}", path, model.commands()[c].label));
      const Options options{.limits = {.seconds = patience}, .threads = Threads::one};
      if (Search(model, problem, options).next().verdict != Verdict::unsatisfiable) continue;
      ModelQuestions questions(model);
      const auto vacuity = remarksOn(questions, problem, Verdict::unsatisfiable, RelianceWanted::none, options, {}).vacuity;
      if (vacuity && vacuity->why == Vacuity::Reason::guard) {
        EXPECT_TRUE(holdsBehind(model, c, vacuity->guard, options));
        ++guarded;
      }
      problem.formula = model::noId;
      const bool contradict = Search(model, problem, options).next().verdict == Verdict::unsatisfiable;
      EXPECT_EQ(vacuity && vacuity->why == Vacuity::Reason::facts, contradict);
      ++checks;
      contradicting += contradict;
    }
  }
  EXPECT_GT(checks, 90u);
  EXPECT_GT(contradicting, 2u);
  EXPECT_GT(guarded, 0u);
}

}  // namespace
}  // namespace aunit::solver
