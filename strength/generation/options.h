// Options of test generation, and the number of goals that are met.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string_view>
#include <vector>

#include "coverage/criteria.h"
#include "model/model.h"
#include "model/semantics.h"
#include "support/budget.h"

namespace aunit::strength {

enum class Purpose : std::uint8_t {
  mutants,   // killing mutants
  coverage,  // meeting requirements of coverage
  pairs,     // for each conjunct of a predicate or fact, two nearly equal valuations of which the conjunct accepts only one
  boundary,  // extreme sizes of signatures and fields
};

/// Called before each goal of a purpose.
using GoalProgress = std::function<void(std::size_t done, std::size_t all)>;

struct GenerationOptions {
  std::set<Purpose> purposes = {Purpose::mutants, Purpose::coverage};
  std::vector<model::FuncId> functions{};  // only goals in these predicates and functions; empty: in the whole model
  std::set<coverage::Criterion> criteria = {coverage::Criterion::model};  // their requirements are the goals of coverage
  std::size_t strength = 0;  // number of tests that should kill each mutant; 0: `limit`, or one test if `limit` is 0 too
  /// The greatest number of chosen tests. They are chosen so that together they meet the most goals. 0: as many as all goals
  /// need.
  std::size_t limit = 0;
  /// If not 0, only the first `atOnce` of the chosen tests are returned.
  std::size_t atOnce = 0;
  int scope = -1;  // atoms of each signature; -1: as in the scopes of tests and commands, or 3 if there are none
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // limits of each question to the solver
  support::Budget whole{};                // budget of all questions together
  /// If not empty: called after an interruption. Must reset `limits.stop`, so that the tests that were found so far can be
  /// proposed.
  std::function<void()> resume{};
  std::function<void(std::size_t done, std::size_t all, std::string_view what)> progress{};
};

/// How many goals of one purpose are met.
struct Achievement {
  std::size_t goals = 0;
  std::size_t before = 0;      // goals that the file's own tests meet
  std::size_t after = 0;       // goals that the file's own tests or the proposals meet
  std::size_t impossible = 0;  // goals that are proved impossible: equivalent mutants, infeasible requirements, ...
  std::size_t unknown = 0;     // goals that the solver did not decide
};

}  // namespace aunit::strength
