// Tests for what no test notices yet: proposals, each a question to a person.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/claim.h"
#include "strength/mutants.h"

namespace aunit::strength {

struct GenerationOptions {
  std::vector<model::FuncId> functions;  // of these predicates and functions only; empty: of the whole model
  std::size_t strength = 0;              // tests that each mutant should be killed by; 0: two, or as many as `limit` allows
  std::size_t limit = 0;                 // most tests; 0: as many as it takes
  int scope = -1;                        // atoms of each signature; -1: as the tests' commands say, else 3
  bool noOverflow = false;
  double timeout = 10;  // seconds for each question to the solver; 0: no limit
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::size_t done, std::size_t all)> progress;
};

struct Proposal {
  Claim claim;
  std::string title;      // a sentence: "NoCycles fails: n !in n.^link is false with n = N0"
  std::size_t kills = 0;  // mutants that it kills, changes of two places among them
};

struct Generated {
  std::vector<Proposal> proposals;  // the most telling first
  std::size_t mutants = 0;          // first-order ones of what was asked for
  std::size_t before = 0;           // of these, killed by the file's own tests
  std::size_t after = 0;            // and with the proposals
  std::size_t equivalent = 0;       // proved within the scope
  std::size_t unknown = 0;          // the solver gave up on them
  bool interrupted = false;
};

/// Proposes few tests that together kill each mutant, and sampled pairs of mutants, `strength` times if that is possible beside
/// the tests that the file has. Valuations are as small as can be, and those next to them, one tuple apart, of which the model
/// says the opposite. The same on each run. The model is changed and restored on the way.
Generated generate(parser::Loaded& loaded, const GenerationOptions& options);

}  // namespace aunit::strength
