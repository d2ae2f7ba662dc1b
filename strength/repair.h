// What would mend a model: edits with which everything comes out as it should.
//
// Candidates are changes by operators (mutants.h), then expressions and formulas made of what is in scope (synthesis/). Each is
// evaluated on valuations of which the tests and commands say what should come of them; those that are left are held against the
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

#include "parser/front_end.h"
#include "strength/claim.h"
#include "strength/evidence.h"
#include "strength/mutant_text.h"

namespace aunit::strength {

struct RepairOptions {
  parser::LoadOptions load{};  // how the file was loaded: proposals are read again as text
  bool noOverflow = false;
  double timeout = 10;    // seconds for all; 0: no limit
  std::size_t limit = 5;  // proposals
  const std::atomic<bool>* stop = nullptr;
  std::function<void(std::uint64_t tried, const char* what)> progress{};
};

/// What a proposal was held against.
enum class HeldAgainst : std::uint8_t {
  commands,  // all commands, up to their scopes, and all tests
  tests,     // the tests only
};

struct Repair {
  std::uint32_t paragraph = model::noId;  // index in Model::paragraphs()
  std::vector<Replacement> edits;         // of that paragraph, in the order of the file
  HeldAgainst verified = HeldAgainst::tests;
  std::uint32_t cost = 0;              // tokens taken out and put in
  std::vector<std::uint32_t> mends{};  // complaints: indices; mostly all of them
};

/// A valuation on which two proposals that pass all tests differ: what `claim` says is what the first of all says of it.
struct Difference {
  std::size_t other = 1;  // index of the other one
  Claim claim;
  std::string title;  // of a test that says so
};

struct Repairs {
  std::vector<Complaint> complaints;                                // what does not come out as it should
  std::vector<std::pair<std::string, std::string>> contradictions;  // tests that cannot both be right
  std::vector<Repair> found;                                        // the best first
  std::optional<Difference> difference{};                           // where the tests alone decide
  std::string scope;        // of the commands that complain, as people write it: "for 3"; empty: none does
  std::size_t judged = 0;   // tests and commands that could fail
  bool cutShort = false;    // time was up, or it was interrupted
  std::uint64_t tried = 0;  // candidates
};

/// `path` is that of the file which was loaded. The model is changed and restored on the way; it keeps nodes and variables that
/// nothing refers to.
Repairs repair(parser::Loaded& loaded, const std::string& path, const RepairOptions& options);

}  // namespace aunit::strength
