// The goals that tests are proposed for, and how many of them are met.
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

/// The purpose of tests.
enum class Purpose : std::uint8_t {
  mutants,   // small changes of the model are noticed
  coverage,  // requirements of coverage are met
  pairs,     // each conjunct of a predicate or fact decides between two valuations that hardly differ
  boundary,  // sizes at the ends of what is possible
};

/// Told before each goal of a purpose how many have been looked at.
using GoalProgress = std::function<void(std::size_t done, std::size_t all)>;

struct GenerationOptions {
  std::set<Purpose> purposes = {Purpose::mutants, Purpose::coverage};
  std::vector<model::FuncId> functions{};  // of these predicates and functions only; empty: of the whole model
  std::set<coverage::Criterion> criteria = {coverage::Criterion::model};  // whose requirements
  std::size_t strength = 0;  // tests that each mutant should be killed by; 0: one, or as many as `limit` allows
  std::size_t limit = 0;     // at most this many tests, those that show most; 0: as many as needed
  std::size_t atOnce = 0;    // at most the first so many of the tests needed; 0: all
  int scope = -1;            // atoms of each signature; -1: as the tests' commands say, else 3
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // of each question to the solver
  support::Budget whole{};                // of all questions together
  std::function<void()> resume{};  // resets `limits.stop`, so that what was found until then is proposed; empty: it is given up
  std::function<void(std::size_t done, std::size_t all, std::string_view what)> progress{};
};

/// The state of the goals of one purpose.
struct Achievement {
  std::size_t goals = 0;
  std::size_t before = 0;      // met by the file's own tests
  std::size_t after = 0;       // and with the proposals
  std::size_t impossible = 0;  // proved: equivalent mutants, infeasible requirements, ...
  std::size_t unknown = 0;     // the solver gave up on them
};

}  // namespace aunit::strength
