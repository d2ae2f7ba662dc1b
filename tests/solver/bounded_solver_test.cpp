// Engines that do not stop when asked, or that throw: the caller still gets an answer in time, and so does the next caller.

#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>

#include "pigeons.h"
#include "solver/sat/bounded_solver.h"
#include "solver/session/longest_trace_search.h"
#include "support/budget.h"

namespace aunit::solver {
namespace {

/// Controls the engines below and records their calls.
struct Script {
  std::atomic<int> made = 0;
  std::atomic<int> searching = 0;   // engines that search and ignore interrupts
  std::atomic<bool> begun = false;  // whether one of them has begun
  std::counting_semaphore<> go{0};  // releases one of them
  std::atomic<std::size_t> literals = 0;
  std::atomic<int> kept = 0;
  std::atomic<int> conflicts = 0;  // limit that the slow engine was given
};
Script* script = nullptr;

/// An engine that answers "unsatisfiable" at once.
struct SimpleEngine : Engine {
  SimpleEngine() { ++script->made; }
  void keep(int) override { ++script->kept; }
  void add(std::span<const int> literals, int) override { script->literals += literals.size(); }
  Answer solve(std::span<const int>, int) override { return Answer::unsatisfiable; }
  void interrupt() override {}
  bool value(int) const override { return false; }
  std::vector<int> conflict() const override { return {}; }
};

/// An engine that ignores its stop flag: the first one runs until the script releases it.
struct DeafEngine : SimpleEngine {
  bool first = script->made == 1;
  Answer solve(std::span<const int>, int) override {
    if (!first) return Answer::unsatisfiable;
    ++script->searching;
    script->begun = true;
    script->go.acquire();
    --script->searching;
    return Answer::satisfiable;
  }
};

struct WaitingEngine : SimpleEngine {
  std::binary_semaphore interrupted{0};
  Answer solve(std::span<const int>, int) override {
    interrupted.acquire();
    return Answer::unknown;
  }
  void interrupt() override { interrupted.release(); }
};

/// An engine that needs 6000 conflicts for its answer.
struct SlowEngine : SimpleEngine {
  int found = 0;
  Answer solve(std::span<const int>, int conflicts) override {
    script->conflicts += conflicts;
    return (found += conflicts) >= 6000 ? Answer::unsatisfiable : Answer::unknown;
  }
};

struct ThrowingEngine : SimpleEngine {
  Answer solve(std::span<const int>, int) override { throw 7; }  // not derived from std::exception
};

template <class E>
std::unique_ptr<Engine> make() {
  return std::make_unique<E>();
}

class BoundedSolvers : public testing::Test {
 protected:
  BoundedSolvers() { script = &script_; }
  /// Enough clauses that the search gets a thread of its own.
  static Cnf manyClauses() {
    Cnf cnf;
    cnf.variables = 2;
    for (int i = 0; i < 100'000; ++i) cnf.add(std::vector<int>{1, -2});
    return cnf;
  }
  Script script_;
  const std::atomic<bool> stop_ = true;
  const support::Budget over_{{.stop = &stop_}};
};

TEST_F(BoundedSolvers, LeaveAnEngineBehindThatDoesNotStop) {
  const Cnf clauses = manyClauses();
  {
    BoundedSolver solver(make<DeafEngine>, clauses);
    solver.keep(1);
    EXPECT_EQ(solver.solve({}, support::Budget({.stop = &script_.begun})), Answer::unknown);
    EXPECT_EQ(script_.searching, 1);
    const std::size_t given = script_.literals;
    EXPECT_EQ(solver.solve({}, support::Budget()), Answer::unsatisfiable);
    EXPECT_EQ(script_.made, 2);
    EXPECT_EQ(script_.kept, 2);
    EXPECT_EQ(script_.literals, given + clauses.literals.size());
  }
  script_.go.release();
  awaitAbandoned({});
  EXPECT_EQ(script_.searching, 0);
}

TEST_F(BoundedSolvers, KeepAnEngineThatStops) {
  const Cnf clauses = manyClauses();
  BoundedSolver solver(make<WaitingEngine>, clauses);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(solver.solve({}, over_), Answer::unknown);
  EXPECT_EQ(script_.made, 1);
  EXPECT_LE(script_.literals, clauses.literals.size());
}

TEST_F(BoundedSolvers, ReadWhatWasAddedSince) {
  Cnf clauses;
  clauses.add(std::vector<int>{1, 2});
  BoundedSolver solver(make<SimpleEngine>, clauses);
  solver.solve({}, support::Budget());
  clauses.add(std::vector<int>{-1});
  solver.solve({}, support::Budget());
  EXPECT_EQ(script_.literals, 5u);
}

TEST_F(BoundedSolvers, HandOverWhatIsThrown) {
  const Cnf few;
  EXPECT_THROW(BoundedSolver(make<ThrowingEngine>, few).solve({}, support::Budget()), int);
  const Cnf many = manyClauses();
  BoundedSolver solver(make<ThrowingEngine>, many);
  EXPECT_THROW(solver.solve({}, support::Budget()), int);
  EXPECT_THROW(solver.solve({}, support::Budget()), int);
}

TEST_F(BoundedSolvers, RaceForTheFirstAnswer) {
  const Cnf clauses = manyClauses();
  BoundedSolver patient(make<WaitingEngine>, clauses);
  BoundedSolver simple(make<SimpleEngine>, clauses);
  BoundedSolver throwing(make<ThrowingEngine>, clauses);
  BoundedSolver throwingToo(make<ThrowingEngine>, clauses);
  const auto race = [](std::vector<BoundedSolver*> solvers) { return BoundedSolver::race(solvers, {}, support::Budget()); };
  EXPECT_EQ(race({&patient, &simple}), &simple);
  EXPECT_EQ(race({&simple, &patient}), &simple);
  EXPECT_EQ(simple.answer(), Answer::unsatisfiable);
  EXPECT_EQ(race({&throwing, &simple}), &simple);
  EXPECT_THROW(race({&throwing, &throwingToo}), int);
}

TEST_F(BoundedSolvers, GoOnInARaceThatOneOfThemGivesUp) {
  const Cnf clauses = pigeons(7);
  BoundedSolver cadical(makeCadical, clauses);
  BoundedSolver limited(makeMiniSat, clauses);
  const auto race = [](std::vector<BoundedSolver*> solvers) { return BoundedSolver::race(solvers, {}, support::Budget()); };
  limited.limitPropagations(1);
  EXPECT_EQ(race({&limited}), nullptr);
  EXPECT_EQ(race({&limited, &cadical}), &cadical);
  EXPECT_EQ(cadical.answer(), Answer::unsatisfiable);
  limited.limitPropagations(0);
  EXPECT_EQ(race({&limited}), &limited);
}

TEST_F(BoundedSolvers, TakeTurnsWithTheBudgetWhereThereAreNoThreads) {
  const Cnf clauses = manyClauses();
  EXPECT_EQ(BoundedSolver(make<SlowEngine>, clauses).solveInTurns({}, support::Budget()), Answer::unsatisfiable);
  script_.conflicts = 0;
  BoundedSolver solver(make<SlowEngine>, clauses);
  EXPECT_EQ(solver.solveInTurns({}, support::Budget(), 3500), Answer::unknown);
  EXPECT_EQ(script_.conflicts, 3500);
  EXPECT_EQ(solver.solveInTurns({}, over_), Answer::unknown);
  EXPECT_EQ(script_.conflicts, 5500);
  EXPECT_EQ(solver.solveInTurns({}, support::Budget()), Answer::unsatisfiable);
  EXPECT_THROW(BoundedSolver(make<ThrowingEngine>, clauses).solveInTurns({}, support::Budget()), int);
}

TEST(Budgets, EndEarlierWithin) {
  EXPECT_GT(support::Budget().secondsLeft(), 1e6);
  EXPECT_LE(support::Budget().within({.seconds = 10}).secondsLeft(), 10);
  EXPECT_LE(support::Budget({.seconds = 5}).within({.seconds = 10}).secondsLeft(), 5);
  EXPECT_GT(support::Budget({.seconds = 5}).within({}).secondsLeft(), 1);
  EXPECT_EQ(support::Budget().within({.seconds = 1e-9}).exhausted(), "time limit of 1e-09 s reached");
  EXPECT_EQ(support::Budget({.bytes = std::size_t{1} << 40}).within({.bytes = 1}).exhausted(), "memory limit of 0 MB reached");
  EXPECT_EQ(support::Budget({.bytes = 1}).within({.bytes = std::size_t{1} << 40}).exhausted(), "memory limit of 0 MB reached");
  std::atomic<bool> one = false, other = false;
  const support::Budget both = support::Budget({.stop = &one}).within({.stop = &other}).within({.stop = &one});
  EXPECT_FALSE(both.exhausted());
  other = true;
  EXPECT_EQ(both.exhausted(), "interrupted");
  const std::atomic<bool> further[3] = {};
  const auto tooMany = [&] {
    return both.within({.stop = &further[0]}).within({.stop = &further[1]}).within({.stop = &further[2]});
  };
  EXPECT_THROW(tooMany(), std::logic_error);
}

TEST(Budgets, LeaveToAPartNoMoreThanThereIs) {
  const std::atomic<bool> stop = false;
  EXPECT_EQ(support::Budget().left({}).seconds, 0);
  EXPECT_EQ(support::Budget().left({.seconds = 3}).seconds, 3);
  const support::Budget whole({.seconds = 5, .stop = &stop});
  EXPECT_LE(whole.left({}).seconds, 5);
  EXPECT_LE(whole.left({.seconds = 10}).seconds, 5);
  EXPECT_EQ(whole.left({.seconds = 1}).seconds, 1);
  EXPECT_EQ(whole.left({}).stop, &stop);
  EXPECT_GT(support::Budget({.seconds = 1e-9}).left({}).seconds, 0);  // 0 would be no limit
}

// A question has a time limit of its own, and also ends with the time limit of the command.
TEST(Budgets, EndWithTheWholeCommand) {
  const support::Limits early{.seconds = 1000, .whole = support::Deadline::after(0)};
  EXPECT_EQ(support::Budget(early).exhausted(), "time limit of 0 s (--time) reached");
  const support::Limits late{.seconds = 1e-9, .whole = support::Deadline::after(1000)};
  EXPECT_EQ(support::Budget(late).exhausted(), "time limit of 1e-09 s reached");
  EXPECT_EQ(support::Budget(late).within({.seconds = 1000}).exhausted(), "time limit of 1e-09 s reached");
  EXPECT_EQ(support::Budget({.seconds = 1000}).within(early).exhausted(), "time limit of 0 s (--time) reached");
  EXPECT_EQ(support::Budget(early.untimed()).exhausted(), std::nullopt);
}

TEST(LongestTraceSearch, HandsOverWhatIsThrown) {
  const auto throwing = [](const support::Budget&) -> Answer { throw 7; };
  EXPECT_THROW(LongestTraceSearch(support::Budget(), throwing).wait(), int);
  EXPECT_FALSE(LongestTraceSearch(support::Budget(), throwing).cancel());
}

// A limit on propagations does not depend on the machine. It ends a search with or without threads, and the next search works.
TEST(BoundedSolver, EndsAfterSoManyPropagations) {
  const Cnf clauses = pigeons(9);
  BoundedSolver solver(makeMiniSat, clauses), other(makeMiniSat, clauses);
  for (BoundedSolver* one : {&solver, &other}) {
    one->keepAll();
    for (const std::int64_t most : {20'000, 40'000}) {
      one->limitPropagations(most);
      EXPECT_EQ(one == &solver ? one->solve({}, support::Budget()) : one->solveInTurns({}, support::Budget()), Answer::unknown);
      EXPECT_GE(one->propagations(), most);
      EXPECT_LE(one->propagations(), most + 1000);
    }
  }
  EXPECT_EQ(solver.propagations(), other.propagations());
}

TEST(LongestTraceSearch, EndsWhenNobodyWantsToKnow) {
  const auto untilStopped = [](const support::Budget& budget) {
    while (!budget.exhausted()) std::this_thread::yield();
    return Answer::unknown;
  };
  EXPECT_TRUE(LongestTraceSearch(support::Budget(), untilStopped).cancel());
  const LongestTraceSearch left(support::Budget(), untilStopped);
}

TEST(LongestTraceSearch, SaysWhenThereIsNoTrace) {
  LongestTraceSearch none(support::Budget(), [](const support::Budget&) { return Answer::unsatisfiable; });
  EXPECT_EQ(none.wait(), Answer::unsatisfiable);
  EXPECT_TRUE(none.refuted());
  LongestTraceSearch some(support::Budget(), [](const support::Budget&) { return Answer::satisfiable; });
  EXPECT_EQ(some.wait(), Answer::satisfiable);
  EXPECT_FALSE(some.refuted());
}

}  // namespace
}  // namespace aunit::solver
