// The worked examples in specs/ have the expected verdicts, and the same number of states as in a naive search.
#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "parser/program/translation.h"
#include "solver/modelcheck/prover.h"
#include "solver/reachability/reachability.h"
#include "tests/folders.h"
#include "tests/program/naive_search.h"

namespace aunit::tests {
namespace {

using namespace parser::program;
using reachability::Outcome;

TEST(Specs, VerdictsAndCounts) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(sourceFolder() + "/specs/programs")) {
    if (entry.path().extension() != ".prog") continue;
    ++files;
    SCOPED_TRACE(entry.path().filename().string());
    const auto p = specProgram(entry.path().filename().string());
    ASSERT_TRUE(p);
    const reachability::Report report = reachability::explore(*p);
    const NaiveReport naive = search(*p);
    EXPECT_EQ(report.statistics.states, naive.states);
    EXPECT_EQ(report.statistics.transitions, naive.transitions);
    for (std::size_t i = 0; i < p->properties.size(); ++i) {
      const Property& property = p->properties[i];
      EXPECT_EQ(report.verdicts[i].outcome, property.expectHolds.value_or(true) ? Outcome::holds : Outcome::violated)
          << property.name;
      if (property.kind == PropertyKind::temporal || !naive.violatedAt[i]) continue;
      EXPECT_EQ(report.verdicts[i].path->length(), *naive.violatedAt[i]);
    }
  }
  EXPECT_GE(files, 10u);
}

// Proofs that take long, for many fairness conditions or thousands of latches. Only scripts/nightly runs them.
const std::set<std::pair<std::string, std::string>> takeLong{{"dekker.prog", "NoStarvation"},
                                                             {"factorial.prog", "Correct"},
                                                             {"factorial.prog", "Terminates"},
                                                             {"filter_lock.prog", "MutualExclusion"},
                                                             {"philosophers_ordered.prog", "SomebodyEats"}};

TEST(Specs, HoldInRunsOfAnyLengthAsExpected) {
  std::size_t asked = 0;
  for (const auto& entry : std::filesystem::directory_iterator(sourceFolder() + "/specs/programs")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".prog") continue;
    SCOPED_TRACE(name);
    const auto loaded = parser::load(entry.path().string());
    ASSERT_TRUE(loaded->ok());
    const auto& properties = loaded->program->program.properties;
    for (std::size_t i = 0; i < properties.size(); ++i) {
      if (takeLong.contains({name, properties[i].name})) continue;
      ++asked;
      const solver::Grounding grounding(*loaded->model, solver::problemOf(*loaded->model, static_cast<model::CommandId>(i)), {},
                                        {});
      EXPECT_EQ(modelcheck::Prover(grounding, {}, {}).run().has_value(), properties[i].expectHolds.value_or(true))
          << properties[i].name;
    }
  }
  EXPECT_GE(asked, 25u);
}

TEST(Specs, PetersonSwapped) {
  // The document's counterexample without its first round: six steps from a state with both processes at their start.
  const auto p = specProgram("peterson_swapped.prog");
  const reachability::Report report = reachability::explore(*p);
  ASSERT_EQ(report.verdicts[0].outcome, Outcome::violated);
  EXPECT_EQ(report.verdicts[0].path->length(), 6u);
  const State& last = report.verdicts[0].path->state(6);
  EXPECT_EQ(last.locations, (std::vector<LocationId>{3, 3}));
}

TEST(Specs, FactorialComputes) {
  const auto p = specProgram("factorial.prog");
  const std::int64_t factorials[] = {1, 1, 2, 6, 24, 120, 720};
  std::size_t ends = 0;
  const reachability::Graph graph = reachability::graph(*p, 10000);
  for (const State& state : graph.states) {
    if (state.locations[0] != p->processes[0].end()) continue;
    ++ends;
    EXPECT_EQ(state.values[2], factorials[state.values[0]]);
  }
  EXPECT_EQ(ends, p->variables[0].domain.size());
}

}  // namespace
}  // namespace aunit::tests
