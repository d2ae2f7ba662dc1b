#include "solver/sat/cubes.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "solver/sat/cubed_solver.h"
#include "tests/solver/pigeons.h"

namespace aunit::solver {
namespace {

/// Random clauses with three literals.
Cnf randomClauses(int variables, int clauses, std::mt19937& random) {
  Cnf cnf;
  cnf.variables = variables;
  for (int i = 0; i < clauses; ++i) {
    std::vector<int> clause;
    for (int k = 0; k < 3; ++k) {
      const int variable = 1 + static_cast<int>(random() % static_cast<unsigned>(variables));
      clause.push_back(random() % 2 == 0 ? variable : -variable);
    }
    cnf.add(clause);
  }
  return cnf;
}

bool satisfies(unsigned long solution, int literal) {
  return (solution >> (std::abs(literal) - 1) & 1) == (literal > 0);
}

bool isSolution(const Cnf& cnf, unsigned long candidate) {
  bool holds = false;
  for (const int literal : cnf.literals) {
    if (literal == 0 && !holds) return false;
    holds = literal != 0 && (holds || satisfies(candidate, literal));
  }
  return true;
}

TEST(Cubes, HoldEachSolutionExactlyOnce) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const int variables = 3 + static_cast<int>(random() % 8);
    const Cnf cnf = randomClauses(variables, static_cast<int>(random() % 40), random);
    std::vector<int> assumptions;
    if (round % 3 == 0) assumptions.push_back(round % 2 == 0 ? 1 : -2);
    const int depth = static_cast<int>(random() % 5);
    const std::vector<Cube> cubes = cubesOf(cnf, assumptions, depth, {});
    EXPECT_LE(cubes.size(), 1u << depth);
    EXPECT_EQ(cubes, cubesOf(cnf, assumptions, depth, {}));
    for (unsigned long candidate = 0; candidate < 1ul << variables; ++candidate) {
      const auto holdsAll = [&](const std::vector<int>& literals) {
        return std::ranges::all_of(literals, [&](int literal) { return satisfies(candidate, literal); });
      };
      if (!isSolution(cnf, candidate) || !holdsAll(assumptions)) continue;
      EXPECT_EQ(std::ranges::count_if(cubes, holdsAll), 1);
    }
  }
}

TEST(Cubes, EndWithTheBudget) {
  std::mt19937 random(4);
  const Cnf cnf = randomClauses(3000, 12000, random);
  std::atomic<bool> stop = true;
  EXPECT_THROW(cubesOf(cnf, {}, 12, support::Budget({.stop = &stop})), support::Exhausted);
}

TEST(CubedSolver, AnswersAsOneSolverDoes) {
  std::mt19937 random(5);
  for (int round = 0; round < 10; ++round) {
    const Cnf cnf = round == 0 ? pigeons(7) : randomClauses(120, 480 + 10 * round, random);
    const Answer expected = makeSolver("cadical", cnf)->solve({}, {});
    const auto whole = makeCubedSolver("portfolio", cnf, {.depth = 4, .jobs = 2, .opening = 1});
    EXPECT_EQ(whole->solve({}, {}), expected);
    bool found = false;
    for (std::size_t part = 0; part < 3; ++part) {
      const auto solver = makeCubedSolver("minisat", cnf, {.depth = 3, .jobs = 2, .opening = 1, .part = part, .parts = 3});
      const Answer answer = solver->solve({}, {});
      ASSERT_NE(answer, Answer::unknown);
      if (answer != Answer::satisfiable) continue;
      found = true;
      bool holds = false;
      for (const int literal : cnf.literals) {
        if (literal == 0) {
          EXPECT_TRUE(holds);
        }
        holds = literal != 0 && (holds || solver->value(std::abs(literal)) == (literal > 0));
      }
    }
    EXPECT_EQ(found, expected == Answer::satisfiable);
  }
}

TEST(CubedSolver, TakesClausesAndAssumptionsLater) {
  Cnf cnf = pigeons(7);
  cnf.literals.resize(cnf.literals.size() - 3);  // one place for two pigeons
  --cnf.clauses;
  const auto solver = makeCubedSolver("portfolio", cnf, {.depth = 3, .jobs = 2, .opening = 1});
  EXPECT_EQ(solver->solve({}, {}), Answer::satisfiable);
  cnf.add(std::vector{-(7 * 7 + 7), -(6 * 7 + 7)});
  EXPECT_EQ(solver->solve({}, {}), Answer::unsatisfiable);
  EXPECT_EQ(solver->solve(std::vector{1}, {}), Answer::unsatisfiable);
  EXPECT_EQ(solver->conflict(), std::vector{1});
}

}  // namespace
}  // namespace aunit::solver
