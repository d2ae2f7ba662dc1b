// Tests for what no test shows yet: proposals, each a question to a person.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/criteria.h"
#include "coverage/extract.h"
#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/generation/proposals/proposal.h"
#include "suite/test_case.h"
#include "support/budget.h"

namespace aunit::strength {

/// The purpose of tests.
enum class Purpose : std::uint8_t {
  mutants,   // small changes of the model are noticed
  coverage,  // requirements of coverage are met
  pairs,     // each conjunct of a predicate or fact decides between two valuations that hardly differ
  boundary,  // sizes at the ends of what is possible
};
inline constexpr std::array purposes = {Purpose::mutants, Purpose::coverage, Purpose::pairs, Purpose::boundary};
std::string_view name(Purpose purpose);  // "mutants" ...

/// Told before each goal of a purpose how many have been looked at.
using GoalProgress = std::function<void(std::size_t done, std::size_t all)>;

struct GenerationOptions {
  std::set<Purpose> purposes = {Purpose::mutants, Purpose::coverage};
  std::vector<model::FuncId> functions;  // of these predicates and functions only; empty: of the whole model
  std::set<coverage::Criterion> criteria = {coverage::Criterion::model};  // whose requirements
  bool questions = false;    // to a person: changes of the tests' own valuations first, nothing that breaks several facts at once
  std::size_t strength = 0;  // tests that each mutant should be killed by; 0: one, or as many as `limit` allows
  std::size_t limit = 0;     // most tests; 0: as many as it takes
  int scope = -1;            // atoms of each signature; -1: as the tests' commands say, else 3
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // of each question to the solver
  std::function<void()> resume;  // resets `limits.stop`, so that what was found until then is proposed; empty: it is given up
  std::function<void(std::size_t done, std::size_t all, std::string_view what)> progress;
};

/// The state of the goals of one purpose.
struct Achievement {
  std::size_t goals = 0;
  std::size_t before = 0;      // met by the file's own tests
  std::size_t after = 0;       // and with the proposals
  std::size_t impossible = 0;  // proved: equivalent mutants, infeasible requirements, ...
  std::size_t unknown = 0;     // the solver gave up on them
};

struct Generated {
  std::vector<Proposal> proposals;  // the most telling first
  std::map<Purpose, Achievement> achieved;
  std::vector<std::string> impossible;  // a sentence about each requirement, pair and boundary that is proved to be so
  std::vector<std::string> leftOut;     // the file's tests that can notice no mutant, each with why: "a chain: ..."
  bool interrupted = false;             // the proposals are those found until then
};

/// The scope in which tests are looked for: the largest that any command of the tests gives of all signatures, or the one asked
/// for.
model::Scope scopeFor(const model::Model& model, const std::vector<suite::TestCase>& tests, const GenerationOptions& options);

/// Proposes few tests that together meet each goal beside the tests that the file has; each mutant and sampled pair of mutants
/// `strength` times if that is possible. Valuations are as small as can be, and those next to them, one tuple apart, of which the
/// model says the opposite. The same on each run. The model is changed and restored on the way.
Generated generate(parser::Loaded& loaded, const GenerationOptions& options);

}  // namespace aunit::strength
