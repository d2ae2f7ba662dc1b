// Proofs in another thread: an error that ends the prover reaches the caller.

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <new>
#include <thread>

#include "parser/front_end.h"
#include "solver/modelcheck/prover.h"
#include "solver/session/search.h"

namespace aunit::modelcheck {
namespace {

// Sanitizers need much address space, so the limit of memory is not tested with them.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

/// A counter that needs very long to set all its bits.
std::string counter(const char* scope) {
  return std::string(
             "open util/ordering[B] as o sig B {} var sig On in B {} fact { no On always (all b: B | b in On' iff (b in On iff "
             "some o/prevs[b] - On)) } run { eventually On = B } for ") +
         scope;
}

/// Proves a property of all traces of the counter while no memory is left.
void proveWithoutMemory() {
  const auto loaded = parser::loadText("counter.als", counter("exactly 20 B, 1.. steps"));
  const model::Model& model = *loaded->model;
  const solver::Grounding grounding(model, solver::problemOf(model, 0), {}, {});
  BackgroundProver proving(grounding, {}, {});
  const rlimit nothing{1, 1};
  setrlimit(RLIMIT_AS, &nothing);
  for (int waited = 0; !proving.decided(); ++waited) {
    if (waited == 10'000) std::_Exit(3);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  try {
    proving.proof();
  } catch (const std::bad_alloc&) {
    std::_Exit(0);
  } catch (...) {
    std::_Exit(1);
  }
  std::_Exit(2);
}

TEST(BackgroundProver, ReportsThatMemoryIsExhausted) {
  EXPECT_EXIT(proveWithoutMemory(), testing::ExitedWithCode(0), "");
}

/// Solves while there is memory for the question, but none for the stack of another thread.
void askWithoutThreads(const std::string& text, solver::Verdict expected) {
  const auto loaded = parser::loadText("test.als", text);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, std::size_t{256} << 20);
  pthread_setattr_default_np(&attributes);
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t bytes = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{128} << 20);
  const rlimit room{bytes, bytes};
  setrlimit(RLIMIT_AS, &room);
  std::_Exit(
      solver::Search(*loaded->model, solver::problemOf(*loaded->model, 0), {.solver = "minisat"}).next().verdict == expected ? 0
                                                                                                                             : 1);
}

// A search for traces of any length needs a thread. Other searches start a thread after some milliseconds, and work without it,
// too.
TEST(BackgroundProver, HasAThread) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";  // otherwise the stack of an ended thread could be reused
  EXPECT_EXIT(askWithoutThreads(counter("exactly 6 B, 1.. steps"), solver::Verdict::unknown), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(askWithoutThreads(counter("exactly 6 B, 40 steps"), solver::Verdict::unsatisfiable), testing::ExitedWithCode(0),
              "");
}
#endif

TEST(BackgroundProver, IsAboutGoalsToo) {
  const auto loaded = parser::loadText("test.als",
                                       "var sig A {} fact { always lone A } pred pair { eventually #A = 2 } pred single { "
                                       "eventually #A = 1 } run {} for 2 but 1.. steps");
  const model::Model& model = *loaded->model;
  solver::Grounding grounding(model, solver::problemOf(model, 0), {}, {});
  const auto proved = [&](const char* name) {
    const model::ExprId body = std::ranges::find(model.funcs(), name, &model::Func::name)->body;
    const auto goals = solver::conjunctsOf(model, std::span(&body, 1));
    for (const solver::Conjunct& goal : goals) grounding.admit(goal.formula, {});
    return Prover(grounding, goals, {}).run().has_value();
  };
  EXPECT_TRUE(proved("pair"));
  EXPECT_FALSE(proved("single"));
}

// After the budget has ended at any check, the next question is decided as usual.
TEST(BackgroundProver, EndsAnywhere) {
  const auto loaded = parser::loadText("test.als",
                                       "sig N {} var sig A in N {} fact { one A always some n: A, m: N - A | A' = A - n + m } "
                                       "run { eventually #A != 1 } for exactly 6 N, 1.. steps");
  const model::Model& model = *loaded->model;
  const solver::Grounding grounding(model, solver::problemOf(model, 0), {}, {});
  const auto prove = [&](int questions) -> std::optional<Proof> {
    try {
      const support::Budget budget = support::Budget().endingAt(questions);
      return Prover(grounding, {}, budget).run();
    } catch (const support::Exhausted&) {
      return std::nullopt;
    }
  };
  int place = 0;
  while (!prove(place)) ++place;
  EXPECT_GE(place, 3);
  EXPECT_TRUE(prove(1 << 30));
}

}  // namespace
}  // namespace aunit::modelcheck
