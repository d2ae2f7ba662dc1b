// Repairs of a model: edits with which everything is as it should be.
//
// Candidates are changes by operators (mutants.h), then expressions and formulas made of what is in scope (synthesis/). Each is
// evaluated on valuations of which the tests and commands say what should come of them; those that are left are compared with the
// commands by the solver, whose counterexamples join the valuations (counterexample-guided inductive synthesis: Solar-Lezama et
// al., ASPLOS 2006; for Alloy: Cerqueira, Cunha & Macedo, TAR, SEFM 2022). What a command says is asked, never read: no proposal
// is made of an assertion's text, nor calls what it calls.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/claims/claim.h"
#include "strength/mutation/mutant_text.h"
#include "strength/repair/standing.h"
#include "support/budget.h"

namespace aunit::strength {

struct RepairOptions {
  model::Semantics semantics{};
  support::Limits limits{.seconds = 10};  // of all
  std::size_t limit = 5;                  // proposals
  std::function<void(std::uint64_t tried, const char* what)> progress{};
};

/// The checks that a proposal was compared with.
enum class HeldAgainst : std::uint8_t {
  commands,  // all commands, up to their scopes, and all tests
  tests,     // the tests only
};

struct Repair {
  std::size_t file = 0;                   // index of the file in whose model it was found
  std::uint32_t paragraph = model::noId;  // index in Model::paragraphs() there
  std::vector<Replacement> edits;         // of that paragraph, in the order of the text
  HeldAgainst verified = HeldAgainst::tests;
  std::uint32_t cost = 0;              // tokens taken out and put in
  std::vector<std::uint32_t> mends{};  // failures: indices, ascending; mostly all of them
  /// A sentence for each thing that it makes impossible and should not: "pred Acyclic always holds". Such proposals come last.
  std::vector<std::string> remarks{};
};

/// A valuation on which two proposals that pass all tests differ; `claim` is the verdict of the first proposal.
struct Difference {
  std::size_t other = 1;  // index of the other one
  Claim claim;
  std::string title;  // of a test that says so
};

/// Two tests of a file that cannot both be right.
struct Contradiction {
  std::string file, one, other;
};

struct Repairs {
  std::vector<Failure> failures;   // what does not come out as it should
  std::vector<Unknown> undecided;  // of what that is not known
  std::vector<Contradiction> contradictions;
  std::vector<Repair> found;               // the best first
  std::optional<Difference> difference{};  // where the tests alone decide
  std::string scope;                       // of the commands that fail, as people write it: "for 3"; empty: none does
  std::string scopeInWords;                // "up to 3 atoms"
  std::size_t judged = 0;                  // tests and commands that could fail
  bool cutShort = false;                   // time was up, or it was interrupted
  std::uint64_t tried = 0;                 // candidates
  std::string unmet;  // a command that the nearest candidate does not meet: "check Acyclic"; empty: none is near
};

/// The demands of all files together: what fails in them is to be fixed, what is as it should be has to go on doing so. First
/// the model, then files whose tests are about it, then guards. The models are changed and restored on the way; they keep nodes
/// and variables that nothing refers to.
Repairs repair(const std::vector<DemandingFile>& files, const RepairOptions& options);

/// How the tests and commands of the files come out, and nothing more.
Repairs examine(const std::vector<DemandingFile>& files, const RepairOptions& options);

}  // namespace aunit::strength
