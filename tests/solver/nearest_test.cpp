// Nearest valuations: a comparison with all valuations of small scopes, and hand-written cases.

#include "solver/nearest/nearest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "evaluator/evaluator.h"
#include "generated_model.h"
#include "parser/front_end.h"
#include "solver/session/search.h"
#include "tests/loaded.h"

namespace aunit::solver {
namespace {

using testing::ElementsAre;
using namespace testing_;
using Weight = std::array<std::size_t, 4>;  // violated parts of witnesses, of the formula, of declarations, of facts

/// The violated parts of a formula, with the witnesses that violate the fewest. Parts are conjuncts, also below `some`, `let` and
/// calls.
class Parts {
 public:
  Parts(const model::Model& model, evaluator::Evaluator& evaluator) : model_(model), evaluator_(evaluator) {}

  std::size_t broken(model::ExprId id) {
    using model::Op;
    const model::Expr& e = model_.expr(id);
    if (e.op == Op::and_) {
      std::size_t sum = 0;
      for (const model::ExprId child : model_.children(id)) sum += broken(child);
      return sum;
    }
    if (e.op == Op::let) return given({{e.payload, model_.child(id, 0)}}, model_.child(id, 1));
    if (e.op == Op::call) {
      std::vector<std::pair<model::VarId, model::ExprId>> arguments;
      for (std::uint32_t i = 0; i < model_.func(e.payload).variables.size(); ++i)
        arguments.emplace_back(model_.func(e.payload).variables[i], model_.child(id, i));
      return given(arguments, model_.func(e.payload).body);
    }
    if (e.op == Op::quantSome) return some(id, 0, 0);
    return evaluator_.holds(id) ? 0 : 1;
  }

  bool tooMuch() const { return tooMuch_; }
  bool lacksWitness() const { return lacksWitness_; }

 private:
  std::size_t given(const std::vector<std::pair<model::VarId, model::ExprId>>& values, model::ExprId body) {
    for (const auto& [variable, value] : values) {
      const model::Expr& e = model_.expr(value);
      tooMuch_ = tooMuch_ || e.sort != model::Sort::relation || e.variable;
      if (tooMuch_) return 0;
      evaluator_.assign(variable, model::TupleSet(evaluator_.relation(value)));
    }
    return broken(body);
  }

  std::size_t some(model::ExprId id, std::size_t decl, std::uint32_t index) {
    const auto decls = model_.decls(id);
    if (decl == decls.size()) return broken(model_.child(id, 0));
    const model::Decl& d = decls[decl];
    tooMuch_ = tooMuch_ || d.multiplicity != model::Multiplicity::one || model_.expr(d.bound).arity != 1 || d.disjoint;
    if (tooMuch_) return 0;
    if (index == d.variableCount) return some(id, decl + 1, 0);
    std::optional<std::size_t> least;
    const model::TupleSet bound = evaluator_.relation(d.bound);
    bound.forEach([&](std::span<const model::Atom> atom) {
      model::TupleSet value = bound.subtract(bound);
      value.insert(atom);
      evaluator_.assign(d.firstVariable + index, value);
      const std::size_t here = some(id, decl, index + 1);
      least = std::min(here, least.value_or(here));
    });
    lacksWitness_ = lacksWitness_ || !least;
    return least.value_or(0);
  }

  const model::Model& model_;
  evaluator::Evaluator& evaluator_;
  bool tooMuch_ = false;       // too much for this oracle
  bool lacksWitness_ = false;  // some quantifier has no witness
};

/// What a valuation violates; nothing if this oracle cannot compute it.
std::optional<Weight> weightIn(evaluator::Evaluator& evaluator, const std::vector<Conjunct>& conjuncts,
                               const model::Instance& instance, bool& lacksWitness) {
  evaluator.bind(instance);
  Parts parts(evaluator.model(), evaluator);
  Weight weight{};
  for (const Conjunct& c : conjuncts) {
    if (c.origin == Conjunct::Origin::structure) continue;
    if (c.origin == Conjunct::Origin::formula)
      weight[1] += parts.broken(c.formula);
    else if (!evaluator.holds(c.formula))
      ++weight[c.origin == Conjunct::Origin::declaration ? 2 : 3];
  }
  lacksWitness = parts.lacksWitness();
  weight[0] = lacksWitness ? 1 : 0;
  if (parts.tooMuch()) return std::nullopt;
  return weight;
}

Weight weightOf(const std::vector<BrokenConjunct>& broken) {
  using Origin = Conjunct::Origin;
  Weight weight{};
  for (const Conjunct& c : broken)
    ++weight[c.origin == Origin::witness ? 0 : c.origin == Origin::formula ? 1 : c.origin == Origin::declaration ? 2 : 3];
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

struct CountedParts {
  int used = 0, ofFacts = 0, ofFormulas = 0;
};

/// Compares the nearest valuation of the first command with all valuations.
void compareWithAll(const std::string& text, int steps, CountedParts& counted) {
  const auto loaded = parser::loadText("generated.als", text);
  if (!loaded->ok()) return;
  const model::Model& model = *loaded->model;
  const Problem problem = problemOf(model, 0);
  if (problem.temporal != (steps > 1)) return;
  const Options options{.threads = Threads::one};
  if (Search(model, problem, options).next().verdict != Verdict::unsatisfiable) return;
  const std::vector<Conjunct> conjuncts = conjunctsOf(model, problem);
  evaluator::Evaluator evaluator(model);
  std::optional<Weight> least;
  bool known = true;
  const bool few = forEachValuation(model, problem, steps, [&](const model::Instance& instance) {
    if (!known || !isWellFormed(model, evaluator, conjuncts, instance)) return;
    bool lacksWitness = false;
    const auto weight = weightIn(evaluator, conjuncts, instance, lacksWitness);
    known = weight.has_value();
    if (known && (!least || *weight < *least)) least = weight;
  });
  if (!few || !known || (least && (*least)[0] != 0)) return;
  ++counted.used;
  const Nearest found = nearest(model, problem, options, {});
  ASSERT_EQ(found.verdict, least ? Verdict::satisfiable : Verdict::unsatisfiable) << found.message;
  if (!least) return;
  counted.ofFacts += (*least)[3] != 0 ? 1 : 0;
  counted.ofFormulas += (*least)[1] != 0 ? 1 : 0;
  EXPECT_TRUE(found.proved);
  ASSERT_TRUE(found.instance);
  EXPECT_TRUE(isWellFormed(model, evaluator, conjuncts, *found.instance));
  bool lacksWitness = false;
  EXPECT_EQ(weightIn(evaluator, conjuncts, *found.instance, lacksWitness), least);
  EXPECT_EQ(weightOf(found.broken), *least);
}

TEST_P(NearestOfAll, BreaksLeast) {
  const auto [kind, steps] = GetParam();
  CountedParts counted;
  for (unsigned seed = 1; seed <= 400 && counted.used < 40 && !HasFailure(); ++seed) {
    std::string text = generateModel(seed, kind);
    // Adds facts, so that several parts can be violated.
    text += seed % 3 == 0 ? "fact { some A and no C and lone B }\n" : seed % 3 == 1 ? "fact { A = B }\nfact { some A }\n" : "";
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    compareWithAll(text, steps, counted);
  }
  EXPECT_GE(counted.used, 10);
  EXPECT_GE(counted.ofFacts, 3);
}

INSTANTIATE_TEST_SUITE_P(Generated, NearestOfAll,
                         testing::Values(std::pair{Kind::relations, 1}, std::pair{Kind::traces, 2},
                                         std::pair{Kind::histories, 3}));

std::vector<std::string> brokenIn(const std::string& text) {
  const PosedProblem one = posed(text);
  const Nearest found = nearest(one.model(), one.problem, {}, {});
  EXPECT_EQ(found.verdict, Verdict::satisfiable) << found.message;
  std::vector<std::string> texts;
  for (const Conjunct& c : found.broken) texts.emplace_back(one.loaded->sources.text(c.span));
  return texts;
}

TEST(NearestByHand, PrefersFactsToDeclarationsAndThoseToTheFormula) {
  EXPECT_THAT(brokenIn("sig N { link: one N } fact { no link and some N } run { some link }"), ElementsAre("no link"));
  EXPECT_THAT(brokenIn("sig N { link: one N } run { some N and no link }"), ElementsAre("link"));
  EXPECT_THAT(brokenIn("sig N {} run { some N and no N }"), ElementsAre("some N"));
  EXPECT_THAT(brokenIn("one sig N {} run { #N = 2 }"), ElementsAre("#N = 2"));  // the scope always holds
}

TEST(NearestByHand, LooksIntoPredicates) {
  EXPECT_THAT(brokenIn("sig N {} pred p { some N and q } pred q { no N } run p"), ElementsAre("some N"));
  const std::string link = "sig N { link: set N } pred p[x, y: N] { x in y.link and y in x.link and no x.link } ";
  EXPECT_THAT(brokenIn(link + "run p"), ElementsAre("no x.link"));
  EXPECT_THAT(brokenIn(link + "run { some n: N | p[n, n] and some n.link }"), ElementsAre("no x.link"));
  EXPECT_THAT(
      brokenIn("sig N { link: set N } pred p[s: set N] { some s and no s.link } run { p[N] and some link and N.link = N }"),
      ElementsAre("no s.link"));
  EXPECT_THAT(brokenIn("sig N {} sig M {} run { let n = N | some n and no n } for 2"), ElementsAre("some n"));
}

TEST(NearestByHand, FindsWitnessesBeforeAllElse) {
  EXPECT_THAT(brokenIn("sig N { link: set N } fact { no N } pred p[n: N] { some n.link } run p"), ElementsAre("no N"));
  EXPECT_THAT(brokenIn("sig N { link: set N } pred p[n: N] { some n.link } run p for 0"), ElementsAre("n: N", "some n.link"));
  EXPECT_THAT(brokenIn("sig N {} pred p[disj n, m: N] { no none } run p for 1"), ElementsAre("disj n, m: N"));
}

TEST(NearestByHand, SaysForWhichWitnesses) {
  const PosedProblem one = posed(
      "sig N { link: set N } pred p[x: N] { some x.link and q[x.link] } pred q[s: set N] { no s } "
      "run p for 2");
  const Nearest found = nearest(one.model(), one.problem, {}, {});
  ASSERT_EQ(found.broken.size(), 1u);
  EXPECT_FALSE(found.broken[0].given.empty());
  EXPECT_EQ(one.loaded->sources.text(found.broken[0].span), "some x.link");
}

/// If the time ends after a valuation was found, the answer is the best valuation so far. With more time, the answer violates
/// less, and in the end it is the nearest. The model is a contradictory system of equations modulo two; it is compared with all
/// values of its unknowns.
TEST(NearestByHand, ShowsTheBestSoFarWhereTimeEnds) {
  constexpr unsigned unknowns = 12, equations = 40;
  unsigned random = 1;
  const auto below = [&](unsigned end) {
    random = random * 1664525u + 1013904223u;
    return (random >> 16) % end;
  };
  std::vector<std::pair<unsigned, bool>> wanted;  // the unknowns (as bits), and whether their sum is odd
  std::string text = "abstract sig N {} one sig N0";
  for (unsigned n = 1; n < unknowns; ++n) text += fmt::format(", N{}", n);
  text += " extends N {} sig S in N {} run {\n";
  for (unsigned e = 0; e < equations; ++e) {
    const std::array<unsigned, 3> which = {below(4), 4 + below(4), 8 + below(4)};
    const bool odd = below(2) == 1;
    wanted.emplace_back(1u << which[0] | 1u << which[1] | 1u << which[2], odd);
    text += fmt::format("{}(N{} in S iff (N{} in S iff N{} in S))\n", odd ? "" : "not ", which[0], which[1], which[2]);
  }
  std::size_t fewest = equations;
  for (unsigned values = 0; values < 1u << unknowns; ++values)
    fewest = std::min<std::size_t>(fewest, std::ranges::count_if(wanted, [&](const auto& equation) {
                                     return (std::popcount(values & equation.first) % 2 == 1) != equation.second;
                                   }));
  const PosedProblem one = posed(text + "}");
  std::set<std::size_t> unproved;
  std::size_t last = 0;
  bool proved = false;
  for (int questions = 0; questions < 100'000 && !proved; questions += 1 + questions / 15) {
    const Nearest nearest = solver::nearest(one.model(), one.problem, {}, support::Budget().endingAt(questions));
    proved = nearest.proved;
    EXPECT_TRUE(nearest.instance || unproved.empty()) << questions << ": " << nearest.message;
    last = nearest.broken.size();
    if (nearest.instance && !proved) unproved.insert(last);
  }
  EXPECT_TRUE(proved);
  EXPECT_EQ(last, fewest);
  EXPECT_GE(unproved.size(), 3u);
  EXPECT_GE(*unproved.begin(), fewest);
}

/// Random conjuncts about parameters, which facts contradict.
TEST(NearestOfParameters, BreaksLeast) {
  const std::vector<std::string> parts = {"x in y.f", "y in x.f",  "no x.f",  "some y.f",
                                          "x != y",   "x = y",     "r[x, y]", "r[y, x]",
                                          "some x.g", "x.g = y.g", "no f.x",  "(let z = y.f | z = A and no z)"};
  const std::vector<std::string> facts = {"no f", "no iden & f", "all a: A | some a.g", "lone A", "no g", "f = ~f"};
  CountedParts counted;
  unsigned state = 1;
  const auto pick = [&](const std::vector<std::string>& choices) {
    state = state * 1664525u + 1013904223u;
    return choices[(state >> 16) % choices.size()];
  };
  for (int round = 0; round < 400 && counted.used < 60 && !HasFailure(); ++round) {
    const std::string text = fmt::format(
        "sig A {{ f: set A, g: lone A }}\nfact {{ {} }}\nfact {{ {} }}\npred r[a, b: A] {{ {} }}\n"
        "pred p[x, y: A] {{ {} and {} and {} and {} }}\nrun p for 2\n",
        pick(facts), pick(facts), pick({"a in b.f and b.f = a", "some a.f & b.f", "no a.g and some b.g"}), pick(parts),
        pick(parts), pick(parts), pick(parts));
    SCOPED_TRACE(text);
    compareWithAll(text, 1, counted);
  }
  EXPECT_GE(counted.used, 30);
  EXPECT_GE(counted.ofFacts, 10);
  EXPECT_GE(counted.ofFormulas, 5);
}

TEST(NearestByHand, MarksWhatShouldNotBeThere) {
  const PosedProblem one = posed("sig N { link: set N } fact { no link } run { some link }");
  const Nearest found = nearest(one.model(), one.problem, {}, {});
  ASSERT_EQ(found.intruders.size(), 1u);
  EXPECT_TRUE(found.intruders[0].isField);
  EXPECT_EQ(found.intruders[0].tuple.size(), 2u);
}

TEST(NearestByHand, HasTheFewestStates) {
  const PosedProblem one =
      posed("var sig N {} fact { always no N } run { no N and eventually (some N and after some N) } for 2 but 5 steps");
  const Nearest found = nearest(one.model(), one.problem, {}, {});
  ASSERT_TRUE(found.instance);
  EXPECT_EQ(found.broken.size(), 1u);
  EXPECT_EQ(found.instance->states.size(), 2u);
}

// If the time ends at any check, the answer has no valuation and a reason; or it has a valuation that violates exactly the named
// parts, which may be more than necessary.
TEST(NearestByHand, IsGivenUpAnywhere) {
  const PosedProblem one = posed(
      "var sig N { var link: one N } fact { always no link } fact { some N } run { eventually some link } for 3 but 3 steps");
  int nothing = 0, proved = 0;
  for (int questions = 0; questions < 4000; questions += 1 + questions / 20) {
    const Nearest found = nearest(one.model(), one.problem, {}, support::Budget().endingAt(questions));
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
