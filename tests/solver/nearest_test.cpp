// Valuations nearest to an instance: against all valuations of small scopes, and by hand.

#include "solver/nearest/nearest.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluator/evaluator.h"
#include "generated_model.h"
#include "parser/front_end.h"
#include "solver/session/search.h"

namespace aunit::solver {
namespace {

using testing::ElementsAre;
using testing_::forEachValuation;
using testing_::generateModel;
using testing_::Kind;
using Weight = std::array<std::size_t, 3>;  // broken of the formula, of declarations, of facts

Weight weightIn(evaluator::Evaluator& evaluator, const std::vector<Conjunct>& conjuncts, const model::Instance& instance) {
  evaluator.bind(instance);
  Weight weight{};
  for (const Conjunct& c : conjuncts) {
    if (c.origin == Conjunct::Origin::structure || evaluator.holds(c.formula)) continue;
    ++weight[c.origin == Conjunct::Origin::formula ? 0 : c.origin == Conjunct::Origin::declaration ? 1 : 2];
  }
  return weight;
}

bool isWellFormed(const model::Model& model, evaluator::Evaluator& evaluator, const std::vector<Conjunct>& conjuncts,
                  const model::Instance& instance) {
  for (const model::State& state : instance.states) {
    for (const model::TupleSet& field : state.fields) {
      bool ghosts = false;
      field.forEach([&](std::span<const model::Atom> tuple) {
        for (const model::Atom atom : tuple) {
          bool exists = atom >= instance.universe->firstString();
          for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
            exists = exists || state.sigs[id].contains({&atom, 1});
          ghosts = ghosts || !exists;
        }
      });
      if (ghosts) return false;
    }
  }
  evaluator.bind(instance);
  return std::ranges::all_of(
      conjuncts, [&](const Conjunct& c) { return c.origin != Conjunct::Origin::structure || evaluator.holds(c.formula); });
}

class NearestOfAll : public testing::TestWithParam<std::pair<Kind, int>> {};

TEST_P(NearestOfAll, BreaksLeast) {
  const auto [kind, steps] = GetParam();
  int used = 0, ofFacts = 0;
  for (unsigned seed = 1; seed <= 400 && used < 40 && !HasFailure(); ++seed) {
    std::string text = generateModel(seed, kind);
    // Further facts, so that there is something to choose from.
    text += seed % 3 == 0 ? "fact { some A and no C and lone B }\n" : seed % 3 == 1 ? "fact { A = B }\nfact { some A }\n" : "";
    const auto loaded = parser::loadText("generated.als", text);
    if (!loaded->ok()) continue;
    const model::Model& model = *loaded->model;
    const Problem problem = problemOf(model, 0);
    if (problem.temporal != (steps > 1)) continue;
    Options options;
    options.threads = Threads::one;
    if (Search(model, problem, options).next().verdict != Verdict::unsatisfiable) continue;
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const std::vector<Conjunct> conjuncts = conjunctsOf(model, problem, Calls::apart);
    evaluator::Evaluator evaluator(model);
    std::optional<Weight> least;
    const bool few = forEachValuation(model, problem, steps, [&](const model::Instance& instance) {
      if (!isWellFormed(model, evaluator, conjuncts, instance)) return;
      const Weight weight = weightIn(evaluator, conjuncts, instance);
      if (!least || weight < *least) least = weight;
    });
    if (!few) continue;
    ++used;
    const Nearest found = nearest(model, problem, options, {});
    ASSERT_EQ(found.verdict, least ? Verdict::satisfiable : Verdict::unsatisfiable) << found.message;
    if (!least) continue;
    ofFacts += (*least)[2] != 0 ? 1 : 0;
    EXPECT_TRUE(found.proved);
    ASSERT_TRUE(found.instance);
    EXPECT_TRUE(isWellFormed(model, evaluator, conjuncts, *found.instance));
    EXPECT_EQ(weightIn(evaluator, conjuncts, *found.instance), *least);
    EXPECT_EQ(found.broken.size(), (*least)[0] + (*least)[1] + (*least)[2]);
  }
  EXPECT_GE(used, 10);
  EXPECT_GE(ofFacts, 3);
}

INSTANTIATE_TEST_SUITE_P(Generated, NearestOfAll,
                         testing::Values(std::pair{Kind::relations, 1}, std::pair{Kind::traces, 2},
                                         std::pair{Kind::histories, 3}));

std::vector<std::string> brokenIn(const std::string& text) {
  const auto loaded = parser::loadText("m.als", text);
  EXPECT_TRUE(loaded->ok()) << text;
  const Nearest found = nearest(*loaded->model, problemOf(*loaded->model, 0), {}, {});
  EXPECT_EQ(found.verdict, Verdict::satisfiable) << found.message;
  std::vector<std::string> texts;
  for (const Conjunct& c : found.broken) texts.emplace_back(loaded->sources.text(c.span));
  return texts;
}

TEST(NearestByHand, PrefersFactsToDeclarationsAndThoseToTheFormula) {
  EXPECT_THAT(brokenIn("sig N { link: one N } fact { no link and some N } run { some link }"), ElementsAre("no link"));
  EXPECT_THAT(brokenIn("sig N { link: one N } run { some N and no link }"), ElementsAre("link"));
  EXPECT_THAT(brokenIn("sig N {} run { some N and no N }"), ElementsAre("some N"));
  EXPECT_THAT(brokenIn("one sig N {} run { #N = 2 }"), ElementsAre("#N = 2"));  // the scope always holds
}

TEST(NearestByHand, LooksIntoPredicatesWithoutParameters) {
  EXPECT_THAT(brokenIn("sig N {} pred p { some N and q } pred q { no N } run p"), ElementsAre("some N"));
}

TEST(NearestByHand, MarksWhatShouldNotBeThere) {
  const auto loaded = parser::loadText("m.als", "sig N { link: set N } fact { no link } run { some link }");
  const Nearest found = nearest(*loaded->model, problemOf(*loaded->model, 0), {}, {});
  ASSERT_EQ(found.intruders.size(), 1u);
  EXPECT_TRUE(found.intruders[0].isField);
  EXPECT_EQ(found.intruders[0].tuple.size(), 2u);
}

TEST(NearestByHand, HasTheFewestStates) {
  const auto loaded = parser::loadText(
      "m.als", "var sig N {} fact { always no N } run { no N and eventually (some N and after some N) } for 2 but 5 steps");
  const Nearest found = nearest(*loaded->model, problemOf(*loaded->model, 0), {}, {});
  ASSERT_TRUE(found.instance);
  EXPECT_EQ(found.broken.size(), 1u);
  EXPECT_EQ(found.instance->states.size(), 2u);
}

// Wherever time ends: there is nothing, and it says so, or what is there breaks what it says, which may be too much.
TEST(NearestByHand, IsGivenUpAnywhere) {
  const auto loaded = parser::loadText(
      "m.als",
      "var sig N { var link: one N } fact { always no link } fact { some N } run { eventually some link } for 3 but 3 steps");
  const model::Model& model = *loaded->model;
  int nothing = 0, proved = 0;
  for (int questions = 0; questions < 4000; questions += 1 + questions / 20) {
    const Nearest found = nearest(model, problemOf(model, 0), {}, support::Budget().endingAt(questions));
    proved += found.proved ? 1 : 0;
    if (found.instance) {
      EXPECT_FALSE(found.broken.empty());
    } else {
      ++nothing;
      EXPECT_EQ(found.verdict, Verdict::unknown);
      EXPECT_FALSE(found.message.empty());
    }
  }
  EXPECT_GE(nothing, 1);
  EXPECT_GE(proved, 1);
}

}  // namespace
}  // namespace aunit::solver
