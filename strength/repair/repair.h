// Repairs of a model: edits after which all tests and commands have the expected outcome.
//
// Candidates are mutants (mutants.h), then expressions and formulas that are built from the names in scope (synthesis/). They are
// evaluated on valuations whose verdict the tests and commands determine. The solver checks the remaining candidates with the
// commands, and its counterexamples are added to the valuations (counterexample-guided inductive synthesis: Solar-Lezama et al.,
// ASPLOS 2006; for Alloy: Cerqueira, Cunha & Macedo, TAR, SEFM 2022). The text of an assertion is never used: no repair copies
// this text, and no repair calls a predicate that an assertion calls.
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
  support::Limits limits{.seconds = 10};  // limits of the whole search
  std::size_t limit = 5;                  // at most this many repairs are returned
  std::function<void(std::uint64_t tried, const char* what)> progress{};
};

/// The checks that a repair has passed.
enum class Verification : std::uint8_t {
  commands,  // all commands, up to their scopes, and all tests
  tests,     // the tests only
};

struct Repair {
  std::size_t file = 0;                   // index of the file in whose model the repair was found
  std::uint32_t paragraph = model::noId;  // index in Model::paragraphs() of that model
  std::vector<Replacement> edits;         // edits of that paragraph's text, in the order of the text
  Verification verified = Verification::tests;
  std::uint32_t cost = 0;              // number of deleted and inserted tokens
  std::vector<std::uint32_t> mends{};  // indices of the failures that the repair fixes, ascending; usually all failures
  /// Warnings about what the repair makes vacuous (strength/vacuity.h). Each is a sentence, for example "pred Acyclic always
  /// holds". Repairs with remarks come last.
  std::vector<std::string> remarks{};
};

/// A valuation on which the repairs Repairs::found[0] and Repairs::found[other] differ, although both pass all tests. `claim` has
/// the valuation, and is true of the model with Repairs::found[0].
struct Difference {
  std::size_t other = 1;  // index of the second repair
  Claim claim;
  std::string title;  // title of a test with this claim
};

/// Two tests of a file that contradict each other, whatever the model is.
struct Contradiction {
  std::string file, one, other;
};

struct Repairs {
  std::vector<Failure> failures;          // tests and commands with an unexpected outcome
  std::vector<UnknownOutcome> undecided;  // tests and commands without an outcome
  std::vector<Contradiction> contradictions;
  std::vector<Repair> found;               // the best first
  std::optional<Difference> difference{};  // searched only if tests alone have checked the best repair
  std::string scope;                       // scope of the failing commands, in Alloy: "for 3"; empty if no command fails
  std::string scopeInWords;                // the same scope in words: "up to 3 atoms"
  std::size_t judged = 0;                  // number of tests and commands of the files
  bool cutShort = false;                   // whether a limit or the user ended the search
  std::uint64_t tried = 0;                 // number of candidates that were tried
  std::string unmet;  // a command that the best candidate does not satisfy: "check Acyclic"; empty if there is no such candidate
};

/// Finds repairs that fix the failures of all files and keep all other outcomes. `files` has the model first, then files with
/// tests about it, then guards (DemandingFile::guard). Changes the models and restores them, but some unused nodes and variables
/// stay in them.
Repairs repair(const std::vector<DemandingFile>& files, const RepairOptions& options);

/// Judges the tests and commands of the files, without a search for repairs.
Repairs examine(const std::vector<DemandingFile>& files, const RepairOptions& options);

}  // namespace aunit::strength
