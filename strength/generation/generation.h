// Proposes tests for behaviour that no test shows yet. A person decides whether a proposal is right.
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

struct GeneratedTests {
  /// First the tests whose valuation differs in one tuple from a valuation of the file, then short tests, then all others.
  std::vector<Proposal> proposals;
  std::size_t later = 0;  // number of needed tests that are omitted because of GenerationOptions::atOnce
  std::map<Purpose, Achievement> achieved;
  std::vector<std::string> impossible;  // titles of the requirements, pairs and boundaries that are proved impossible
  std::vector<std::string> leftOut;     // tests of the file that cannot kill mutants, each with the reason: "a chain: ..."
  bool interrupted = false;             // `proposals` has what was found before the interruption
};

/// The scope in which the solver searches for instances: the largest overall scope, bit width, and length of sequences and traces
/// among the tests' commands. If GenerationOptions::scope is not negative, it replaces the overall scope; otherwise the overall
/// scope is 3 if no command has one.
model::Scope scopeFor(const model::Model& model, const std::vector<suite::TestCase>& tests, const GenerationOptions& options);

/// Proposes few tests that, together with the file's tests, meet each goal. If possible, each mutant, and each sampled pair of
/// mutants, is killed by as many tests as GenerationOptions::strength demands. Valuations are minimal, or one tuple away from a
/// minimal one with the opposite verdict. No valuation breaks several facts: if a person called
/// such a test wrong, the wrong fact would be unknown. Atoms have the names that the file's tests use, if there are enough such
/// names. Deterministic. Changes the model and restores it.
GeneratedTests generate(parser::Loaded& loaded, const GenerationOptions& options);

}  // namespace aunit::strength
