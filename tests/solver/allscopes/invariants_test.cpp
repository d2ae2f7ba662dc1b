// Transition systems in first-order logic: formulas about states hold in all traces; invariants are found, but none if there is a
// counterexample.

#include "solver/allscopes/invariants.h"

#include <algorithm>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/allscopes/all_scopes.h"
#include "solver/allscopes/finite_states.h"
#include "solver/allscopes/inductive_part.h"
#include "solver/allscopes/orbit_search.h"
#include "solver/firstorder/functional.h"
#include "solver/firstorder/remembered.h"
#include "solver/firstorder/texts.h"
#include "solver/firstorder/translator.h"
#include "solver/session/search.h"
#include "support/files.h"
#include "tests/folders.h"
#include "tests/seeds.h"
#include "tests/solver/generated_model.h"
#include "tests/solver/structure.h"

namespace aunit::solver {
namespace {

using firstorder::Fields;
using firstorder::FormulaId;
using firstorder::States;
using firstorder::Theory;
using testing_::Kind;
using testing_::posed;
using testing_::PosedProblem;
using testing_::Structure;
using testing_::Truth;

const support::Budget unlimitedTime;

/// The states along the first timeline; nothing if there is none, or if first-order logic cannot express it.
std::unique_ptr<States> statesOf(const model::Model& model, const Problem& problem) {
  Theory theory(unlimitedTime);
  auto states = std::make_unique<States>(unlimitedTime);
  try {
    firstorder::Translator(model, problem, Fields::asRelations, theory, firstorder::Question::unchanged).run();
    if (theory.timelines.empty()) return nullptr;
    firstorder::rememberMoments(theory, 0);
    firstorder::makeStates(theory, 0, *states);
  } catch (const firstorder::Untranslatable&) {
    return nullptr;
  } catch (const support::Exhausted&) {
    return nullptr;
  }
  return states;
}

constexpr const char* lock =
    "sig Node {} one sig Server { var free: set Server, var holds: set Node, var grant: set Node }\n"
    "fact { Server in Server.free and no holds and no grant }\n"
    "fact { always (give or (some n: Node | take[n] or back[n]) or wait) }\n"
    "pred give { some free and no free' and one grant' - grant and grant in grant' and holds' = holds }\n"
    "pred take[n: Node] { n in Server.grant and grant' = grant - Server->n and holds' = holds + Server->n and free' = free }\n"
    "pred back[n: Node] { n in Server.holds and holds' = holds - Server->n and free' = Server->Server and grant' = grant }\n"
    "pred wait { free' = free and holds' = holds and grant' = grant }\n"
    "check { always lone Server.holds } for 3\n";

std::string without(std::string text, const std::string& part) {
  text.erase(text.find(part), part.size());
  return text;
}

AllScopes answerTo(const std::string& text, double seconds) {
  const PosedProblem one = posed(text);
  return allScopesOf(one.model(), one.problem, {.threads = Threads::one}, seconds, {});
}

TEST(OrbitSearch, LearnsWhatALockNeeds) {
  const PosedProblem one = posed(lock);
  const auto states = statesOf(one.model(), one.problem);
  ASSERT_NE(states, nullptr);
  for (const int size : {2, 3}) {
    const OrbitAnswer answer = searchOrbits(*states, states->bad[0][0], 0, {}, size, unlimitedTime);
    ASSERT_EQ(answer.kind, OrbitAnswer::Kind::invariant) << size;
    // The invariant must be inductive with `size` atoms and exclude the bad states.
    const InductivePart part = inductivePartOf(*states, answer.clauses, size, unlimitedTime);
    EXPECT_EQ(part.clauses.size(), answer.clauses.size()) << size;
    EXPECT_TRUE(part.safe) << size;
  }
}

TEST(OrbitSearch, FindsThatABrokenLockIsNone) {
  for (const char* guard : {"some free and ", " and grant' = grant - Server->n", "n in Server.grant and "}) {
    const PosedProblem one = posed(without(lock, guard));
    const auto states = statesOf(one.model(), one.problem);
    ASSERT_NE(states, nullptr);
    EXPECT_EQ(searchOrbits(*states, states->bad[0][0], 0, {}, 2, unlimitedTime).kind, OrbitAnswer::Kind::counterexample) << guard;
  }
}

TEST(Invariants, ProveALockForAllNodesAndTraces) {
  if (installedProvers().empty()) GTEST_SKIP() << "no prover is installed";
  const AllScopes answer = answerTo(lock, 30);
  EXPECT_EQ(answer.verdict, AllScopes::Verdict::holds) << answer.why;
  EXPECT_GE(answer.invariant.size(), 2u);
}

TEST(Invariants, ProveNoBrokenLock) {
  for (const char* guard : {"some free and ", " and grant' = grant - Server->n", "n in Server.grant and "})
    EXPECT_NE(answerTo(without(lock, guard), 2).verdict, AllScopes::Verdict::holds) << guard;
}

TEST(Invariants, AreNoneWhereNoTraceGoesOn) {
  if (installedProvers().empty()) GTEST_SKIP() << "no prover is installed";
  // Each step takes an atom that was not taken before, so there is no infinite trace for any number of atoms.
  const std::string taken =
      "sig A {} var sig S, T in A {} fact { no S and no T }\n"
      "fact { always (take or stay) }\n"
      "pred take { some a: A - S | S' = S + a and T' = S } pred stay { S' = S and T' = T }\n"
      "check { always T in S } for 3\n";
  EXPECT_EQ(answerTo(taken, 10).verdict, AllScopes::Verdict::holds);
  const AllScopes answer = answerTo(without(taken, " or stay"), 2);
  EXPECT_EQ(answer.verdict, AllScopes::Verdict::unknown);
  EXPECT_NE(answer.why.find("have no instance"), std::string::npos) << answer.why;
}

TEST(Invariants, ProveStateMachinesOfTheOldStyle) {
  if (installedProvers().empty()) GTEST_SKIP() << "no prover is installed";
  const std::string machine =
      "open util/ordering[Time] sig Time {} sig Item { in_: set Time, out: set Time }\n"
      "fact { in_.first = Item and no out.first }\n"
      "fact { all t: Time - last | let u = t.next | some i: Item | i in in_.t and in_.u = in_.t - i and out.u = out.t + i }\n"
      "check { no t: Time | some in_.t & out.t } for 3\n";
  const AllScopes answer = answerTo(machine, 10);
  EXPECT_EQ(answer.verdict, AllScopes::Verdict::holds) << answer.why;
  EXPECT_NE(answerTo(without(machine, " - i"), 3).verdict, AllScopes::Verdict::holds);
}

TEST(Invariants, RememberWhatQuestionsSayOfSeveralMoments) {
  if (installedProvers().empty()) GTEST_SKIP() << "no prover is installed";
  const std::string machine =
      "open util/ordering[Time] sig Time {} sig Player { has, won: set Time }\n"
      "fact { one has.first and (all t: Time | won.t in has.t) }\n"
      "fact { all t: Time - last | let u = t.next | some has.u and has.u = has.t }\n"
      "check { lone won.Time } for 3\n";
  const AllScopes answer = answerTo(machine, 60);
  EXPECT_EQ(answer.verdict, AllScopes::Verdict::holds) << answer.why;
  EXPECT_NE(answerTo(without(machine, "one has.first and "), 3).verdict, AllScopes::Verdict::holds);
  EXPECT_NE(answerTo(without(machine, " and has.u = has.t"), 3).verdict, AllScopes::Verdict::holds);
  // One disjunct is not about a single moment.
  EXPECT_NE(answerTo("open util/ordering[Time] sig Time {} sig Player { won: set Time }\n"
                     "check { (some t: Time, p: Player | t not in p.won) or some Player.won } for 0 but exactly 1 Time, 2 Player",
                     3)
                .verdict,
            AllScopes::Verdict::holds);
}

TEST(FunctionalForm, WritesRelationsThatAreFunctions) {
  const PosedProblem one = posed(
      "open util/ordering[T] sig T {} sig A { f: one B, g: lone B, h: B one -> T } sig B {}\n"
      "check { no t: T, a: A | a.f = a.g and a.h.t = a.f }");
  const auto states = statesOf(one.model(), one.problem);
  ASSERT_NE(states, nullptr);
  firstorder::Formulas& all = states->theory.formulas;
  firstorder::FunctionalForm form(states->theory, states->moments[0]), none(states->theory, {});
  int functions = 0;
  for (firstorder::SymbolId s = 0; s < all.symbols().size(); ++s) {
    const firstorder::Symbol symbol = all.symbols()[s];
    if (symbol.arguments.size() != 2 || symbol.result != firstorder::truthSort) continue;
    const firstorder::TermId a = all.variable(symbol.arguments[0]), b = all.variable(symbol.arguments[1]);
    const FormulaId related = all.predicate(s, {a, b});
    EXPECT_EQ(none.of(related), related);
    const FormulaId written = form.of(related);
    if (written == related) continue;
    ++functions;
    EXPECT_TRUE(symbol.name.starts_with("f_f") || symbol.name.starts_with("f_h_at0")) << symbol.name;
    ASSERT_EQ(all.formula(written).kind, firstorder::Kind::and_);
    EXPECT_EQ(form.of(all.negation(related)), all.negation(written));
  }
  EXPECT_EQ(functions, 2);
}

/// Protocols that need different kinds of invariants: pairs, an atom that exists, a quorum whose members have all voted, atoms in
/// a ring. Only scripts/nightly requires that all of them are proved.
TEST(Invariants, ProveProtocols) {
  if (installedProvers().empty() || installedProvers().front().name == "E") GTEST_SKIP() << "E alone takes too long";
  for (const char* name : {"lock_server", "sharded_store_keys", "toy_consensus", "token_ring"}) {
    const auto loaded = parser::load(sourceFolder() + "/tests/protocols/" + name + ".als");
    ASSERT_TRUE(loaded->ok()) << name;
    const Options options{.threads = Threads::one};
    const AllScopes answer = allScopesOf(*loaded->model, problemOf(*loaded->model, 0), options, 60, {});
    EXPECT_EQ(answer.verdict, AllScopes::Verdict::holds) << name << ": " << answer.why;
    EXPECT_TRUE(answer.anyLength) << name;
    EXPECT_FALSE(answer.invariant.empty()) << name;
    EXPECT_EQ(answer.questions.size(), 3u) << name;
    // The shown clauses are formulas of Alloy; a search with few atoms finds no state that violates them.
    std::string error;
    std::string text = support::readFile(sourceFolder() + "/tests/protocols/" + name + ".als", error).value_or("");
    text.erase(text.rfind("check "));
    text += "check { always {\n";
    for (const std::string& formula : answer.invariant) text += formula + "\n";
    const PosedProblem again = posed(text + "} } for 3 but 5 steps\n");
    EXPECT_EQ(Search(again.model(), again.problem, options).next().verdict, Verdict::unsatisfiable) << text;
  }
}

/// All rings of one size are isomorphic, so it is enough that one of them satisfies the axioms.
TEST(Rings, HaveACircularOrder) {
  const PosedProblem one =
      posed("sig N { next: one N } var sig T in N {} fact { all n: N | N in n.^next } check { always some T }");
  const auto states = statesOf(one.model(), one.problem);
  ASSERT_NE(states, nullptr);
  EXPECT_TRUE(std::ranges::any_of(states->moments[0], [](const firstorder::Assertion& a) { return a.name == "ring"; }));
  for (const int size : {1, 2, 3, 4, 5}) {
    FiniteStates finite(*states, size, 1, unlimitedTime);
    EXPECT_TRUE(finite.satisfiable(std::vector<int>{finite.state()})) << size;
    EXPECT_TRUE(finite.satisfiable(std::vector<int>{finite.step()})) << size;
  }
}

TEST(Invariants, DoNotTakeTheLastMomentForOneThatIsFollowed) {
  // The goal is about two moments, and is false only at the last one.
  EXPECT_NE(
      answerTo("open util/ordering[A] sig A { f: lone A }\n"
               "run q { (A.nexts -> first = (last <: next) => A.prevs else A.next) != (A & A.prevs) or A != A & A.prevs } for 3",
               3)
          .verdict,
      AllScopes::Verdict::holds);
  EXPECT_NE(answerTo("open util/ordering[A] sig A {} check { all a: A | some a.next }", 3).verdict, AllScopes::Verdict::holds);
  EXPECT_NE(answerTo("open util/ordering[A] sig A {} check { all a: A | some a.next.next or no a.next }", 3).verdict,
            AllScopes::Verdict::holds);
}

class GeneratedStates : public testing::TestWithParam<std::pair<Kind, unsigned>> {};

TEST_P(GeneratedStates, HoldInAllTraces) {
  const unsigned seeds = tests::seedsOr(GetParam().second);
  int used = 0, known = 0;
  forEachGenerated(seeds, GetParam().first, [&](const PosedProblem& one, unsigned) {
    const model::Model& model = one.model();
    const Problem& problem = one.problem;
    if (problem.temporal == (GetParam().first == Kind::orders)) return;
    const auto states = statesOf(model, problem);
    if (!states) return;
    Search search(model, problem, {.enumerate = true, .threads = Threads::one});
    for (int count = 0; count < 3; ++count) {
      const Result result = search.next();
      if (result.verdict != Verdict::satisfiable) break;
      const model::Instance& instance = *result.instance;
      // The moments in order: the states of the trace once around its loop, or the atoms of the order.
      std::vector<model::Atom> moments;
      if (problem.temporal) {
        for (model::Atom i = 0; i < instance.states.size(); ++i) moments.push_back(i);
        for (int more = 0; more < 2; ++more)
          for (model::Atom i = instance.loop; i < instance.states.size(); ++i) moments.push_back(i);
      } else {
        for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
          if (model.sig(id).isExact && moments.empty()) moments = instance.states[0].sigs[id].atoms();
      }
      for (std::size_t n = 0; n < States::mostMoments; ++n)
        for (std::size_t at = 0; at + n < moments.size(); ++at) {
          const std::vector<model::Atom> window(moments.begin() + static_cast<std::ptrdiff_t>(at),
                                                moments.begin() + static_cast<std::ptrdiff_t>(at + n + 1));
          Structure structure(model, *states, instance, window, at == 0);
          std::vector<firstorder::Assertion> said = states->moments[n];
          if (states->mayEnd && at + n + 1 == moments.size())
            said.insert(said.end(), states->endingMoments[n].begin(), states->endingMoments[n].end());
          for (const firstorder::Assertion& a : said) {
            const Truth truth = structure.of(a.formula);
            ASSERT_NE(truth, Truth::false_) << "moment " << at << "\n" << firstorder::smtLib(states->theory, {a});
            known += truth == Truth::true_ ? 1 : 0;
          }
          ++used;
        }
    }
  });
  if (seeds < GetParam().second) return;
  EXPECT_GT(used, static_cast<int>(GetParam().second) / 2);
  EXPECT_GT(known, used);
}

INSTANTIATE_TEST_SUITE_P(Families, GeneratedStates,
                         testing::Values(std::pair{Kind::traces, 200u}, std::pair{Kind::histories, 80u},
                                         std::pair{Kind::orders, 100u}));

}  // namespace
}  // namespace aunit::solver
