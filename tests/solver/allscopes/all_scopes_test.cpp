// Answers about any number of atoms: hand-written models, and provers that give wrong answers; and no proof if there is an
// instance.

#include "solver/allscopes/all_scopes.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "parser/front_end.h"
#include "solver/allscopes/growing_scopes.h"
#include "solver/allscopes/provers.h"
#include "solver/session/search.h"
#include "support/system/child_process.h"
#include "tests/folders.h"
#include "tests/seeds.h"
#include "tests/solver/allscopes/any_proof.h"
#include "tests/solver/generated_model.h"

namespace aunit::solver {
namespace {

using testing_::posed;
using testing_::PosedProblem;
using Outcome = AllScopes::Verdict;

AllScopes beyond(const std::string& text, double seconds = 5) {
  const PosedProblem one = posed(text);
  return allScopesOf(one.model(), one.problem, {.threads = Threads::one}, seconds, {});
}

TEST(AllScopesOf, FindsWhatIsInLargerScopes) {
  const AllScopes answer = beyond("sig A {} assert few { #A < 5 } check few for 3");
  EXPECT_EQ(answer.verdict, Outcome::counterexample);
  EXPECT_EQ(answer.scope, "for 5 A");
  EXPECT_EQ(answer.found.instance->states[0].sigs.back().atoms().size(), 5u);
}

TEST(AllScopesOf, FindsWhatAnExactScopeLeavesOut) {
  EXPECT_EQ(beyond("sig A {} check { some A } for exactly 2 A").verdict, Outcome::counterexample);
}

TEST(AllScopesOf, LetsSequencesGrow) {
  const AllScopes answer = beyond("sig T {} sig S { n: seq T } check { all s: S | #s.n < 4 } for 3");
  EXPECT_EQ(answer.verdict, Outcome::counterexample);
  EXPECT_EQ(answer.scope, "for 4");
  EXPECT_EQ(beyond("sig T {} sig S { n: seq T } check { all s: S | #s.n < 7 } for 2 but 6 seq").scope, "for 3 T, 3 S, 7 seq");
  EXPECT_EQ(beyond("one sig T { n: seq T } check { #n < 3 } for 3 but 2 seq").scope, "for 3");
}

TEST(AllScopesOf, ProvesBySearchAtABound) {
  const AllScopes answer = beyond("sig A { f: set A } check { all a: A | a.f in A }");
  EXPECT_EQ(answer.verdict, Outcome::holds);
  EXPECT_EQ(answer.by, "bound");
}

TEST(AllScopesOf, CallsContradictingFactsEmpty) {
  const AllScopes answer = beyond("sig A { f: set A } fact { some A and no A } check { no f }");
  EXPECT_EQ(answer.verdict, Outcome::empty);
}

TEST(AllScopesOf, KnowsThatFactsWithLargeInstancesAreNotEmpty) {
  const AllScopes answer = beyond("sig A {} fact { some disj a, b, c, d: A | A = a + b + c + d } check { some A } for 3");
  EXPECT_EQ(answer.verdict, Outcome::holds);
}

TEST(AllScopesOf, SaysWhatItCannotSay) {
  const AllScopes answer = beyond("sig A { f: set A } check { no { a: A | all s: set A | s in a.f } - A }", 0.2);
  EXPECT_EQ(answer.verdict, Outcome::unknown);
  EXPECT_TRUE(answer.place.known());
  EXPECT_NE(answer.why.find("cannot be expressed"), std::string::npos) << answer.why;
}

TEST(AllScopesOf, KeepsToItsTime) {
  const auto start = std::chrono::steady_clock::now();
  beyond("sig A { f: A -> A -> A } check { some a: A | a in A.f.A.A implies some f }", 0.3);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(AllScopesOf, ProvesClosuresWithAProver) {
  if (installedProvers().empty()) GTEST_SKIP() << "no prover is installed";
  const AllScopes answer = beyond("sig A { f: set A } check { all x, y, z: A | y in x.^f and z in y.^f implies z in x.^f }");
  EXPECT_EQ(answer.verdict, Outcome::holds);
  EXPECT_FALSE(answer.by.empty());
}

TEST(AllScopesOf, ProvesWhatIsSaidOfRingsAndGeneratedSets) {
  if (installedProvers().size() < 3) GTEST_SKIP() << "not all provers are installed";
  EXPECT_EQ(
      beyond("sig A { next: A } fact { all a: A | A in a.*next } check { all a, b: A | a.next = b.next implies a = b }").verdict,
      Outcome::holds);
  EXPECT_EQ(
      beyond(
          "sig S { has: set E } sig E {} fact { some s: S | no s.has } fact { all s: S, e: E | some t: S | t.has = s.has + e } "
          "check { all a, b: S | some c: S | c.has = a.has + b.has }",
          20)
          .verdict,
      Outcome::holds);
  // Without the facts, the check has a counterexample. A check about a ring with a missing step has one, too.
  EXPECT_EQ(beyond("sig S { has: set E } sig E {} check { all a, b: S | some c: S | c.has = a.has + b.has } for 1").verdict,
            Outcome::counterexample);
  EXPECT_EQ(beyond("sig A { next: lone A } check { all a, b: A | a.next = b.next implies a = b } for 1").verdict,
            Outcome::counterexample);
}

TEST(AllScopesOf, DoesNotProveWhatWrapsAround) {
  // #A is -8 if there are eight atoms.
  EXPECT_NE(beyond("sig A {} check { #A >= 0 }", 3).verdict, Outcome::holds);
  EXPECT_NE(beyond("sig A {} check { #A = 1 or #A = 0 or (some a, b: A | a != b and #A > 1) }", 1).verdict, Outcome::holds);
}

TEST(GrowingScopesTest, HandsOutLargerOnesByTurns) {
  const PosedProblem one = posed("sig A {} one sig B {} abstract sig C {} one sig D extends C {} check { no A } for 2");
  GrowingScopes scopes(one.model(), one.problem);
  EXPECT_EQ(scopes.next()->text, "for 3");
  EXPECT_EQ(scopes.next()->text, "for 4 A");
  EXPECT_EQ(scopes.next()->text, "for 5");
}

TEST(GrowingScopesTest, HasFewAtomsOfSeveralOrderedSignatures) {
  const PosedProblem one = posed(
      "open util/ordering[A] as a open util/ordering[B] as b sig A {} sig B {} sig C {} "
      "check { no A } for 5 but 2 C");
  GrowingScopes scopes(one.model(), one.problem);
  std::string texts;
  for (int i = 0; i < 20; ++i) texts += scopes.next()->text + ";";
  EXPECT_TRUE(texts.starts_with("for 1;for 2;for 3;for 4;")) << texts;
  for (const char* text : {"for 1 A, 1 B, 2 C;", "for 1 A, 2 B, 2 C;", "for 2 A, 1 B, 2 C;"})
    EXPECT_NE(texts.find(text), std::string::npos) << texts;
}

TEST(GrowingScopesTest, HasFewerBitsWhereNumbersOfAtomsWrapAround) {
  const auto scopesOf = [](const std::string& check) {
    const PosedProblem one = posed("sig A {} pred never { #A = 7 } " + check);
    std::string texts;
    for (const GrownScope& s : GrowingScopes(one.model(), one.problem).withFewerBits()) texts += s.text + ";";
    return texts;
  };
  EXPECT_EQ(scopesOf("check { #A = 1 implies one A }"), "for 5 but 2 Int;for 9 but 3 Int;");
  EXPECT_EQ(scopesOf("check { #A = 3 implies some A }"), "for 9 but 3 Int;");
  EXPECT_EQ(scopesOf("check { #A = 1 implies one A } for 3 but 3 Int"), "for 5 but 2 Int;");
  EXPECT_EQ(scopesOf("check { one A implies some A }"), "");
}

TEST(GrowingScopesTest, EndsWhereNothingMayGrow) {
  const PosedProblem one = posed("one sig B {} enum E { X, Y } check { some B }");
  GrowingScopes scopes(one.model(), one.problem);
  EXPECT_FALSE(scopes.next().has_value());
}

TEST(Provers, AreBelievedInTheirOwnWordsAlone) {
  EXPECT_TRUE(readSmtAnswer("unsat\n(a0 a2)\n", 3).contradiction);
  EXPECT_EQ(readSmtAnswer("unsat\n(a2\na0)\n", 3).core, (std::vector<std::size_t>{0, 2}));
  EXPECT_TRUE(readSmtAnswer("unsat\n(\na2\na0\n)\n", 3).contradiction);
  for (const char* output : {"", "sat\n", "unknown", "unsatisfied", "Unsat", "sat\nunsat\n", "(error \"line 3\")\nunsat\n",
                             "timeout\nunsat", "unsat\n(error \"a0\")", "unsat\n", "unsat\n(a0 a7)\n", "unsat (a0)\n",
                             "unsat\n(a0)\nSegmentation fault\n", "unsat\n(a0)\n(a1)\n", "unsat\n(a0", "unsat\nunknown\n"})
    EXPECT_FALSE(readSmtAnswer(output, 3).contradiction) << output;
  EXPECT_TRUE(readTptpAnswer("# Proof found!\n# SZS status Unsatisfiable\n", 1).contradiction);
  for (const char* output :
       {"", "# SZS status Satisfiable", "# SZS status ResourceOut", "SZS status Unsatisfiable", "x # SZS status Unsatisfiable",
        "# SZS status CounterSatisfiable", "# SZS status Unsatisfiable\nFatal error\n", "# SZS status Unsatisfiable for now\n",
        "# SZS status Unsatisfiable\n# SZS status ResourceOut\n"})
    EXPECT_FALSE(readTptpAnswer(output, 1).contradiction) << output;
}

/// A prover that ignores its input and runs this shell script.
Prover saying(const std::string& script) {
  return {"sh",
          {support::findProgram("sh"), "-c", "cat > /dev/null; " + script},
          [](const firstorder::Theory&, const std::vector<firstorder::Assertion>&) { return std::string("?"); },
          readSmtAnswer};
}

TEST(Provers, AreNotBelievedWhenTheyFail) {
  const support::Budget budget;
  const firstorder::Theory theory(budget);
  const auto proves = [&](const std::string& script) { return saying(script).ask(theory, {}, budget).contradiction; };
  EXPECT_TRUE(proves("printf 'unsat\\n()\\n'"));
  EXPECT_FALSE(proves("printf 'unsat\\n()\\n'; exit 1"));
  EXPECT_FALSE(proves("printf 'unsat\\n()\\n'; kill -SEGV $$"));
  EXPECT_FALSE(proves("printf 'unsat\\n()\\nassertion violation\\n'"));
}

TEST(ChildProcess, IsEndedWhenItHangsOrFloods) {
  using support::askChild;
  const auto soon = [] { return support::Budget({.seconds = 0.3}); };
  EXPECT_EQ(askChild({"cat"}, "abc", {}).output, "abc");
  const std::string large(3 << 20, 'x');
  EXPECT_EQ(askChild({"wc", "-c"}, large, {}).output, fmt::format("{}\n", large.size()));
  EXPECT_FALSE(askChild({"sleep", "100"}, "", soon()).ended);
  EXPECT_FALSE(askChild({"sh", "-c", "sleep 100 & sleep 100"}, "", soon()).ended);
  EXPECT_FALSE(askChild({"yes"}, "", {}).ended);
  EXPECT_TRUE(askChild({"sh", "-c", "exec 0<&-; exit 3"}, large, {}).ended);  // the child does not read
  EXPECT_FALSE(askChild({"no-such-program-anywhere"}, "", {}).started);
  EXPECT_EQ(support::findProgram("no-such-program-anywhere"), "");
}

// ---- soundness ----

/// Gives `A` a growing scope, as the scope of a check may be.
void grow(const model::Model& model, Problem& problem) {
  const auto a = std::ranges::find(model.sigs(), "A", &model::Sig::name);
  problem.check = true;
  problem.scope.sigs.push_back({.sig = static_cast<model::SigId>(a - model.sigs().begin()), .start = 1, .end = 3, .span = {}});
}

class GeneratedAllScopes : public testing::TestWithParam<std::pair<testing_::Kind, unsigned>> {};

TEST_P(GeneratedAllScopes, ProvesNothingThatHasAnInstance) {
  if (installedProvers().empty()) GTEST_SKIP() << "no prover is installed";
  const unsigned seeds = tests::seedsOr(GetParam().second);
  int satisfiable = 0, proved = 0;
  const testing_::Kind kind = GetParam().first;
  forEachGenerated(seeds, kind, [&](const PosedProblem& one, unsigned seed) {
    if (one.problem.temporal != (kind == testing_::Kind::traces || kind == testing_::Kind::histories)) return;
    Problem own = one.problem, larger = one.problem;
    larger.scope.sigs.clear();
    larger.scope.overall = 4;
    if (seed % 2 == 0) grow(one.model(), own);
    const Options options{.limits = {.seconds = 2}, .threads = Threads::one};
    const bool isProvedNow = aunit::testing_::isProved(one.model(), own, 0.3);
    proved += isProvedNow ? 1 : 0;
    bool has = false;
    for (const Problem& p : {own, larger}) has = has || Search(one.model(), p, options).next().verdict == Verdict::satisfiable;
    satisfiable += has ? 1 : 0;
    EXPECT_FALSE(has && isProvedNow);
  });
  if (seeds < GetParam().second) return;
  EXPECT_GT(satisfiable, static_cast<int>(GetParam().second) / 5);
}

INSTANTIATE_TEST_SUITE_P(Families, GeneratedAllScopes,
                         testing::Values(std::pair{testing_::Kind::relations, 60u}, std::pair{testing_::Kind::integers, 40u},
                                         std::pair{testing_::Kind::sequences, 25u}, std::pair{testing_::Kind::orders, 40u},
                                         std::pair{testing_::Kind::traces, 40u}, std::pair{testing_::Kind::histories, 40u}));

/// Recorded commands with an instance, if the shared folder exists.
TEST(RecordedAllScopes, ProvesNothingThatHasAnInstance) {
  const std::filesystem::path folder = std::filesystem::path(sharedFolder()) / "conformance";
  if (installedProvers().empty() || !std::filesystem::exists(folder)) GTEST_SKIP() << "no prover, or no recorded verdicts";
  const bool all = std::getenv("AUNIT_ALL_RECORDED") != nullptr;
  const auto look = [](const parser::Loaded& loaded, std::size_t index, const std::string& what, double seconds) {
    if (!loaded.ok() || index >= loaded.model->commands().size()) return 0;
    EXPECT_FALSE(
        aunit::testing_::isProved(*loaded.model, problemOf(*loaded.model, static_cast<model::CommandId>(index)), seconds))
        << what;
    return 1;
  };
  int looked = 0, read = 0;
  std::ifstream edges(folder / "edge" / "cases.jsonl"), files(folder / "verdicts.jsonl");
  for (std::string line; std::getline(edges, line);) {
    if (!all && ++read % 20 != 0) continue;
    const auto one = nlohmann::json::parse(line);
    const auto loaded = parser::loadText("edge.als", one["text"].get<std::string>());
    for (const auto& [index, verdict] : one["verdicts"].items())
      if (verdict == "SAT") looked += look(*loaded, std::stoul(index), one["id"].get<std::string>() + " " + index, 0.3);
  }
  for (std::string line; std::getline(files, line);) {
    if (!all && ++read % 20 != 0) continue;
    const auto one = nlohmann::json::parse(line);
    const std::filesystem::path file = folder / one["file"].get<std::string>();
    if (one["verdict"] != "SAT" || !std::filesystem::exists(file)) continue;
    const auto loaded = parser::load(file.string());
    looked +=
        look(*loaded, one["index"].get<std::size_t>(), one["file"].get<std::string>() + one["label"].get<std::string>(), 0.5);
  }
  std::cout << looked << " commands with an instance\n";
  EXPECT_GT(looked, all ? 1000 : 40);
}

}  // namespace
}  // namespace aunit::solver
