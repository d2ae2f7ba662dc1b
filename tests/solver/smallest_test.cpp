// Smallest instances: compared with all valuations of small scopes and all instances of larger ones, and in hard cases.

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluator/evaluator.h"
#include "generated_model.h"
#include "parser/front_end.h"
#include "solver/session/search.h"
#include "tests/seeds.h"

namespace aunit::solver {
namespace {

using namespace testing_;
using Wish = Preference::Kind;

/// The size of an instance, counted tuple by tuple, without sizeOf.
struct SizeCounts {
  std::size_t atoms = 0, tuples = 0, changes = 0;
  friend auto operator<=>(const SizeCounts&, const SizeCounts&) = default;
};

SizeCounts counted(const model::Model& model, const model::Instance& instance) {
  SizeCounts result;
  for (model::Atom atom = 0; atom < instance.universe->firstString(); ++atom)
    result.atoms += std::ranges::any_of(instance.states, [&](const model::State& state) {
      for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
        if (!model.sig(id).isMeta && state.sigs[id].contains({&atom, 1})) return true;
      return false;
    });
  const auto count = [&](bool isVar, const auto& of) {
    for (std::size_t s = 0; s < (isVar ? instance.states.size() : 1); ++s) {
      const model::TupleSet& now = of(instance.states[s]);
      now.forEach([&](std::span<const model::Atom>) { ++result.tuples; });
      if (s == 0) continue;
      const model::TupleSet& before = of(instance.states[s - 1]);
      now.forEach([&](std::span<const model::Atom> tuple) { result.changes += before.contains(tuple) ? 0 : 1; });
      before.forEach([&](std::span<const model::Atom> tuple) { result.changes += now.contains(tuple) ? 0 : 1; });
    }
  };
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (model.sig(id).subset || model.sig(id).isVar)
      count(model.sig(id).isVar, [id](const model::State& s) -> const model::TupleSet& { return s.sigs[id]; });
  for (model::FieldId id = 0; id < model.fields().size(); ++id)
    count(model.field(id).isVar, [id](const model::State& s) -> const model::TupleSet& { return s.fields[id]; });
  return result;
}

Options preferring(Wish kind, model::SigId signature = model::noId) {
  return {.preference = {kind, signature}, .threads = Threads::one};
}

std::optional<model::SigId> signatureCalled(const model::Model& model, std::string_view name) {
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (model.sig(id).name == name) return id;
  return std::nullopt;
}

/// The number of different atoms that a signature has in all states together.
std::size_t everIn(const model::Instance& instance, model::SigId id) {
  model::TupleSet all = instance.states[0].sigs[id];
  for (const model::State& state : instance.states) all = all.unite(state.sigs[id]);
  return all.size();
}

/// The smallest and the largest sizes among the instances with the fewest states.
struct Extremes {
  std::size_t states = 0;
  SizeCounts smallest;
  std::size_t fewestTuples = 0, mostTuples = 0, fewestA = 0, mostA = 0;
};

void take(Extremes& extremes, const model::Model& model, const model::Instance& instance, model::SigId a, bool& any) {
  const std::size_t states = instance.states.size();
  if (any && states > extremes.states) return;
  const SizeCounts now = counted(model, instance);
  const std::size_t ofA = everIn(instance, a);
  if (!any || states < extremes.states) {
    extremes = {states, now, now.tuples, now.tuples, ofA, ofA};
  } else {
    extremes.smallest = std::min(extremes.smallest, now);
    extremes.fewestTuples = std::min(extremes.fewestTuples, now.tuples);
    extremes.mostTuples = std::max(extremes.mostTuples, now.tuples);
    extremes.fewestA = std::min(extremes.fewestA, ofA);
    extremes.mostA = std::max(extremes.mostA, ofA);
  }
  any = true;
}

void expectFound(const model::Model& model, const Problem& problem, const Extremes& extremes, model::SigId a) {
  const auto answer = [&](Wish wish, model::SigId signature) {
    Result result = Search(model, problem, preferring(wish, signature)).next();
    EXPECT_EQ(result.verdict, Verdict::satisfiable) << result.message;
    EXPECT_TRUE(result.reached && result.reached->proved);
    if (result.instance) {
      EXPECT_EQ(result.instance->states.size(), extremes.states);
      const SizeCounts now = counted(model, *result.instance);
      EXPECT_EQ(result.reached->size, (Size{now.atoms, now.tuples, now.changes}));
    }
    return std::move(*result.instance);
  };
  const SizeCounts smallest = counted(model, answer(Wish::smallest, model::noId));
  EXPECT_EQ(smallest.atoms, extremes.smallest.atoms);
  EXPECT_EQ(smallest.tuples, extremes.smallest.tuples);
  EXPECT_EQ(smallest.changes, extremes.smallest.changes);
  EXPECT_EQ(counted(model, answer(Wish::minimal, model::noId)).tuples, extremes.fewestTuples);
  EXPECT_EQ(counted(model, answer(Wish::maximal, model::noId)).tuples, extremes.mostTuples);
  EXPECT_EQ(everIn(answer(Wish::minimal, a), a), extremes.fewestA);
  EXPECT_EQ(everIn(answer(Wish::maximal, a), a), extremes.mostA);
}

class SmallestOfAll : public testing::TestWithParam<std::pair<Kind, int>> {};

TEST_P(SmallestOfAll, IsFound) {
  const auto [kind, steps] = GetParam();
  int used = 0;
  forEachGenerated(120, kind, [&, steps = steps](const PosedProblem& one, unsigned seed) {
    const model::Model& model = one.model();
    const Problem& problem = one.problem;
    if (problem.temporal != (steps > 1) || HasFailure()) return;
    const std::vector<Conjunct> conjuncts = conjunctsOf(model, problem);
    const model::SigId a = *signatureCalled(model, seed % 2 == 0 ? "A" : "B");
    evaluator::Evaluator evaluator(model);
    Extremes extremes;
    bool any = false;
    const bool few = forEachValuation(model, problem, steps, [&](const model::Instance& instance) {
      evaluator.bind(instance);
      if (std::ranges::all_of(conjuncts, [&](const Conjunct& c) { return evaluator.holds(c.formula); }))
        take(extremes, model, instance, a, any);
    });
    if (!few || !any) return;
    ++used;
    expectFound(model, problem, extremes, a);
  });
  EXPECT_GE(used, 15);
}

INSTANTIATE_TEST_SUITE_P(Generated, SmallestOfAll,
                         testing::Values(std::pair{Kind::relations, 1}, std::pair{Kind::traces, 2},
                                         std::pair{Kind::histories, 3}));

// Compared with all instances that the solver enumerates, with up to four atoms per signature.
TEST(SmallestOfFour, IsFound) {
  unsigned used = 0;
  const unsigned seeds = tests::seedsOr(60);
  for (unsigned seed = 1; seed <= seeds && !HasFailure(); ++seed) {
    std::string text = generateModel(seed, Kind::relations);
    text.replace(text.rfind("for 2 but"), 9, seed % 2 == 0 ? "for 4 but" : "for 3 but");
    const auto loaded = parser::loadText("generated.als", text);
    if (!loaded->ok()) continue;
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    const model::Model& model = *loaded->model;
    const Problem problem = problemOf(model, 0);
    const model::SigId a = *signatureCalled(model, "A");
    Search search(model, problem, {.enumerate = true, .threads = Threads::one});
    Extremes extremes;
    bool any = false;
    int count = 0;
    constexpr int most = 1500;
    for (Result r = search.next(); r.verdict == Verdict::satisfiable && count <= most; r = search.next(), ++count)
      take(extremes, model, *r.instance, a, any);
    if (!any || count > most) continue;
    ++used;
    expectFound(model, problem, extremes, a);
  }
  EXPECT_GE(used, seeds / 8);
}

const char* const someRooms =
    "sig Room { doors: set Room, items: set Item } sig Item {} fact { all r: Room | some r.items and r not in r.^doors } "
    "run { some doors and #Item > 1 } for 4";

// If the time ends at any check, the result is an instance.
TEST(Smallest, IsGivenUpAnywhere) {
  const PosedProblem one = posed(someRooms);
  const model::Model& model = one.model();
  int given = 0, small = 0;
  for (int questions = 1; questions < 400; questions += 3) {
    Session session(model, one.problem, preferring(Wish::smallest), Questions::one);
    const Result result = session.next(support::Budget().endingAt(questions));
    if (result.verdict == Verdict::unknown) continue;
    ASSERT_EQ(result.verdict, Verdict::satisfiable) << result.message;
    ASSERT_TRUE(result.instance && result.reached);
    ++(result.reached->proved ? small : given);
    if (result.reached->proved) {
      EXPECT_EQ(result.reached->size.atoms, 4u);
      EXPECT_EQ(result.reached->size.tuples, 3u);
      break;
    }
  }
  EXPECT_GE(small, 1);
}

// If the time ends after an instance was found, the answer is the best instance so far, even if checking it takes long.
TEST(Smallest, ShowsTheBestSoFarWhereTimeEnds) {
  const PosedProblem one = posed(
      "sig A { f: set A } fact { all a, b, c, d: A | a->b in f and c->d in f implies a->d in f } "
      "run { some f } for exactly 9 A");
  const model::Model& model = one.model();
  const auto verdictOf = [&](Wish wish, int questions) {
    Session session(model, one.problem, preferring(wish));
    return session.next(support::Budget().endingAt(questions));
  };
  int late = 0;
  for (int questions = 0; questions < 100'000; questions += 1 + questions / 15) {
    if (verdictOf(Wish::any, questions).verdict != Verdict::satisfiable) continue;
    const Result best = verdictOf(Wish::minimal, questions);
    EXPECT_EQ(best.verdict, Verdict::satisfiable) << questions << ": " << best.message;
    late += best.reached && !best.reached->proved ? 1 : 0;
    if (best.reached && best.reached->proved) break;
  }
  EXPECT_GE(late, 2);
}

TEST(Smallest, IsTheSameEachTime) {
  const PosedProblem one = posed(someRooms);
  const model::Model& model = one.model();
  std::set<std::string> texts;
  for (int i = 0; i < 10; ++i)
    texts.insert(written(model, *Search(model, one.problem, {.preference = {.kind = Wish::smallest}}).next().instance));
  EXPECT_EQ(texts.size(), 1u);
}

// The command line, an editor and the view get the same instance: with and without symmetry breaking, alone or as the first of
// many, from one solver or from several.
TEST(Smallest, IsTheSameWhoeverAsks) {
  int used = 0;
  for (const Kind kind : {Kind::relations, Kind::traces, Kind::integers}) {
    forEachGenerated(60, kind, [&](const PosedProblem& one, unsigned) {
      const model::Model& model = one.model();
      std::set<std::string> texts;
      for (const bool enumerate : {false, true})
        for (const int symmetry : {20, 0}) {
          const Options options{
              .symmetry = symmetry, .preference = {.kind = Wish::smallest}, .enumerate = enumerate, .threads = Threads::race};
          const Result result = Session(model, one.problem, options, enumerate ? Questions::many : Questions::one).next();
          if (result.verdict == Verdict::satisfiable && result.reached->proved) texts.insert(written(model, *result.instance));
        }
      EXPECT_LE(texts.size(), 1u);
      used += static_cast<int>(texts.size());
    });
  }
  EXPECT_GE(used, 40);
}

TEST(Smallest, HasSmallNumbers) {
  const PosedProblem one =
      posed("sig A { n, m: one Int } run { some disj a, b: A | a.n > b.n and a.m != b.m and some i: Int | i > b.n and i < 0 }");
  const model::Model& model = one.model();
  const Result result = Search(model, one.problem, {.preference = {.kind = Wish::smallest}}).next();
  ASSERT_EQ(result.verdict, Verdict::satisfiable);
  EXPECT_TRUE(result.reached->proved);
  const auto numbers = [&](model::FieldId field) {
    std::multiset<std::int32_t> values;
    result.instance->states[0].fields[field].forEach(
        [&](std::span<const model::Atom> tuple) { values.insert(result.instance->universe->intValue(tuple[1])); });
    return values;
  };
  EXPECT_EQ(numbers(0), (std::multiset<std::int32_t>{-2, 0}));
  EXPECT_EQ(numbers(1), (std::multiset<std::int32_t>{0, 1}));
}

TEST(Smallest, IsFollowedByTheNextSmallest) {
  const PosedProblem one = posed("sig A { f: lone B } sig B {} run { some A or some B } for 2");
  const model::Model& model = one.model();
  const auto all = [&](Wish wish) {
    Options options = preferring(wish);
    options.enumerate = true;
    options.symmetry = 0;
    Search search(model, one.problem, options);
    std::vector<SizeCounts> sizes;
    std::set<std::string> texts;
    for (Result r = search.next(); r.verdict == Verdict::satisfiable; r = search.next()) {
      sizes.push_back(counted(model, *r.instance));
      texts.insert(written(model, *r.instance));
    }
    EXPECT_EQ(texts.size(), sizes.size());
    return std::pair(sizes, texts);
  };
  const auto [sizes, texts] = all(Wish::smallest);
  EXPECT_TRUE(std::ranges::is_sorted(sizes));
  EXPECT_EQ(texts, all(Wish::any).second);
  const auto unordered = all(Wish::any).first;
  EXPECT_FALSE(std::ranges::is_sorted(unordered));  // otherwise the test would be vacuous
}

/// The number of tuples and atoms that only one of the two instances has.
std::size_t distance(const model::Instance& a, const model::Instance& b) {
  std::size_t sum = 0;
  const auto add = [&](const std::vector<model::TupleSet>& x, const std::vector<model::TupleSet>& y) {
    for (std::size_t i = 0; i < x.size(); ++i) sum += x[i].subtract(y[i]).size() + y[i].subtract(x[i]).size();
  };
  add(a.states[0].sigs, b.states[0].sigs);
  add(a.states[0].fields, b.states[0].fields);
  return sum;
}

TEST(Diverse, InstancesAreFartherApartThanTheSolversOwn) {
  const PosedProblem one = posed(someRooms);
  const model::Model& model = one.model();
  const auto leastDistance = [&](Wish wish) {
    Options options = preferring(wish);
    options.enumerate = true;
    Search search(model, one.problem, options);
    std::vector<model::Instance> found;
    for (int i = 0; i < 4; ++i) found.push_back(*search.next().instance);
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (std::size_t i = 0; i < found.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) least = std::min(least, distance(found[i], found[j]));
    return least;
  };
  EXPECT_GT(leastDistance(Wish::diverse), 2 * leastDistance(Wish::any));
  EXPECT_GE(leastDistance(Wish::diverse), 8u);
}

// No instance is farther from the first than the second.
TEST(Diverse, TheSecondIsAsFarAsCanBe) {
  const PosedProblem one = posed("sig A { f: set A } run { lone f } for 2");
  const model::Model& model = one.model();
  Options options = preferring(Wish::diverse);
  options.enumerate = true;
  Search search(model, one.problem, options);
  const model::Instance first = *search.next().instance;
  const Result second = search.next();
  EXPECT_EQ(counted(model, first), SizeCounts());
  EXPECT_EQ(distance(first, *second.instance), 3u);  // two atoms and a tuple
  EXPECT_TRUE(second.reached->proved);
}

// There are more tuples than a counter of sizes can count.
TEST(Smallest, IsSoughtAmongManyTuples) {
  const PosedProblem one =
      posed("sig A { f: A -> A } fact { all disj a, b, c: A | a->b->c in f } run { #A > 5 } for 8 but 5 Int");
  const model::Model& model = one.model();
  const Result result = Search(model, one.problem, preferring(Wish::smallest)).next();
  ASSERT_EQ(result.verdict, Verdict::satisfiable);
  EXPECT_EQ(result.reached->size.atoms, 6u);
  EXPECT_EQ(result.reached->size.tuples, 120u);
}

// There are only declarations. The largest instance has all possible tuples, the smallest has none; to prove either takes long.
TEST(Smallest, GoesAllTheWayWhereItIsToBeProved) {
  const PosedProblem one = posed("sig A { f: A -> A } fact { #A > 6 implies some f } run { some f or no A } for 7 but 5 Int");
  const model::Model& model = one.model();
  const Result most = Search(model, one.problem, preferring(Wish::maximal)).next();
  EXPECT_TRUE(most.reached->proved);
  EXPECT_EQ(most.reached->size, (Size{7, 343, 0}));
  const Result fewest = Search(model, one.problem, preferring(Wish::minimal)).next();
  EXPECT_TRUE(fewest.reached->proved);
  EXPECT_EQ(fewest.reached->size, Size());
}

}  // namespace
}  // namespace aunit::solver
