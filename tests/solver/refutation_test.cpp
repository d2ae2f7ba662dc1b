// The proof checker compared with naive propagation and brute force; and refutations of unsatisfiable clauses.
#include "solver/sat/refutation.h"

#include <algorithm>
#include <cstdlib>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "solver/sat/rup_checker.h"
#include "tests/solver/pigeons.h"

namespace aunit::solver {
namespace {

using Clause = std::vector<int>;
using Clauses = std::vector<Clause>;

constexpr int variables = 6;

Clause randomClause(std::mt19937& random, int longest) {
  Clause clause(std::uniform_int_distribution<std::size_t>(1, static_cast<std::size_t>(longest))(random));
  for (int& literal : clause) literal = (random() % 2 == 0 ? 1 : -1) * std::uniform_int_distribution<int>(1, variables)(random);
  return clause;
}

bool holds(const Clause& clause, unsigned assignment) {
  return std::ranges::any_of(clause, [&](int l) { return ((assignment >> (std::abs(l) - 1) & 1) != 0) == (l > 0); });
}

bool satisfiable(const Clauses& clauses, const Clause& negated = {}) {
  for (unsigned assignment = 0; assignment < 1u << variables; ++assignment) {
    if (!negated.empty() && holds(negated, assignment)) continue;
    if (std::ranges::all_of(clauses, [&](const Clause& c) { return holds(c, assignment); })) return true;
  }
  return false;
}

/// Whether unit propagation finds a contradiction from the clauses and the negation of `negated`, by a naive method.
bool propagationRefutes(const Clauses& clauses, const Clause& negated) {
  std::vector<int> truth(variables + 1, 0);
  const auto value = [&](int l) { return l > 0 ? truth[static_cast<std::size_t>(l)] : -truth[static_cast<std::size_t>(-l)]; };
  const auto set = [&](int l) { truth[static_cast<std::size_t>(std::abs(l))] = l > 0 ? 1 : -1; };
  for (const int l : negated) {
    if (value(l) > 0) return true;
    set(-l);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (Clause clause : clauses) {
      std::ranges::sort(clause);
      clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
      if (std::ranges::any_of(clause, [&](int l) { return value(l) > 0; })) continue;
      const auto isOpen = [&](int l) { return value(l) == 0; };
      const auto open = std::ranges::count_if(clause, isOpen);
      if (open == 0) return true;
      if (open == 1) {
        set(*std::ranges::find_if(clause, isOpen));
        changed = true;
      }
    }
  }
  return false;
}

TEST(RupChecker, acceptsJustWhatPropagationShows) {
  int accepted = 0, refused = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    RupChecker checker;
    Clauses given;  // nothing is deleted here, so both have the same clauses
    for (int i = 0; i < 9; ++i) {
      given.push_back(randomClause(random, 3));
      checker.give(given.back());
    }
    for (int step = 0; step < 30 && !checker.refuted(); ++step) {
      const Clause clause = randomClause(random, 3);
      const bool follows = propagationRefutes(given, clause);
      ASSERT_EQ(checker.lemma(clause), follows);
      (follows ? accepted : refused) += 1;
      if (follows) {
        ASSERT_FALSE(satisfiable(given, clause));
        given.push_back(clause);
      }
    }
  }
  EXPECT_GT(accepted, 500);
  EXPECT_GT(refused, 500);
}

// After deletions the checker may refuse more, but it accepts no clause that does not follow.
TEST(RupChecker, forgettingMakesNothingTrue) {
  int accepted = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    RupChecker checker;
    Clauses given;
    for (int i = 0; i < 8; ++i) {
      given.push_back(randomClause(random, 3));
      checker.give(given.back());
    }
    for (int step = 0; step < 40 && !checker.refuted(); ++step) {
      Clause forgotten = random() % 4 != 0 ? given[random() % given.size()] : randomClause(random, 3);
      std::ranges::shuffle(forgotten, random);
      checker.forget(forgotten);
      const Clause clause = randomClause(random, 3);
      if (checker.lemma(clause)) {
        ++accepted;
        ASSERT_FALSE(satisfiable(given, clause));
      }
    }
    if (checker.refuted()) {
      ASSERT_FALSE(satisfiable(given));
    }
  }
  EXPECT_GT(accepted, 500);
}

// Many more clauses are deleted than remain, so that the checker compacts the rest. Chains of implications then show wrong
// watches.
TEST(RupChecker, holdsItsClausesThroughMuchForgetting) {
  RupChecker checker;
  constexpr int length = 50;
  for (int i = 1; i < length; ++i) checker.give(std::vector{-i, i + 1, 1000});
  for (int round = 0; round < 40; ++round) {
    for (int i = 0; i < 400; ++i) checker.give(std::vector{2000 + i, 3000 + i, 4000 + i, 5000 + i, 6000 + i});
    for (int i = 0; i < 400; ++i) checker.forget(std::vector{4000 + i, 2000 + i, 6000 + i, 3000 + i, 5000 + i});
    EXPECT_FALSE(checker.lemma(std::vector{-1, length}));
  }
  EXPECT_FALSE(checker.lemma(std::vector{2000, 3000, 4000, 5000, 6000}));
  EXPECT_TRUE(checker.lemma(std::vector{-1, length, 1000}));
}

Cnf cnfOf(const Clauses& clauses) {
  Cnf cnf;
  cnf.variables = variables;
  for (const Clause& clause : clauses) cnf.add(clause);
  return cnf;
}

TEST(Refutation, isFoundJustWhereThereIsNoSolution) {
  int refuted = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Clauses clauses;
    for (int i = 0; i < 14; ++i) clauses.push_back(randomClause(random, 4));
    const Clause assumptions = {randomClause(random, 1)[0], randomClause(random, 1)[0]};
    Clauses all = clauses;
    for (const int l : assumptions) all.push_back({l});
    if (satisfiable(all)) {
      EXPECT_THROW(refute(cnfOf(clauses), assumptions, Keep::nothing, {}), NotRefuted);
      continue;
    }
    ++refuted;
    const Refutation refutation = refute(cnfOf(clauses), assumptions, Keep::texts, {});
    EXPECT_EQ(refutation.clauses, clauses.size() + 2);
    EXPECT_TRUE(refutation.cnf.starts_with("p cnf 6 16\n"));
    EXPECT_EQ(std::ranges::count(refutation.cnf, '\n'), 17);
    EXPECT_GE(static_cast<std::size_t>(std::ranges::count(refutation.steps, '\n')), refutation.lemmas);
  }
  EXPECT_GT(refuted, 50);
  EXPECT_LT(refuted, 250);
}

TEST(Refutation, takesManySteps) {
  const Refutation refutation = refute(pigeons(6), {}, Keep::nothing, {});
  EXPECT_GT(refutation.lemmas, 100u);
  EXPECT_TRUE(refutation.steps.empty());
}

TEST(Refutation, endsWithItsBudget) {
  for (int questions = 0; questions < 12; ++questions)
    EXPECT_THROW(refute(pigeons(9), {}, Keep::nothing, support::Budget().endingAt(questions)), support::Exhausted) << questions;
  const std::atomic<bool> stop = true;
  EXPECT_THROW(refute(pigeons(9), {}, Keep::nothing, support::Budget({.stop = &stop})), support::Exhausted);
}

}  // namespace
}  // namespace aunit::solver
