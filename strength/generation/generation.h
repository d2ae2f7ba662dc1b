// Tests for what no test shows yet: proposals, each a question to a person.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "parser/front_end.h"
#include "strength/generation/options.h"
#include "strength/generation/proposals/proposal.h"
#include "suite/test_case.h"

namespace aunit::strength {

inline constexpr std::array purposes = {Purpose::mutants, Purpose::coverage, Purpose::pairs, Purpose::boundary};
std::string_view name(Purpose purpose);  // "mutants" ...

struct Generated {
  std::vector<Proposal>
      proposals;          // changes of the tests' own valuations, then short valuations; of these the most telling first
  std::size_t later = 0;  // further tests that are needed, omitted by `atOnce`
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
/// model says the opposite; none breaks several facts at once, because a person who calls such a test wrong does not say which
/// fact is. Their atoms have the names that the tests of the file give to atoms of the signature, if they are enough. The same on
/// each run. The model is changed and restored on the way.
Generated generate(parser::Loaded& loaded, const GenerationOptions& options);

}  // namespace aunit::strength
