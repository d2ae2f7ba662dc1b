// Tests that close the gaps of coverage.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "coverage/bits.h"
#include "parser/front_end.h"
#include "strength/generation/generation.h"
#include "strength/generation/proposals/proposal.h"
#include "suite/coverage_subject.h"

namespace aunit::strength {

struct GapTests {
  std::vector<Proposal> proposals;                            // few tests; one test may close several gaps
  std::map<coverage::RequirementId, std::size_t> proposalOf;  // by closed gap: index of the smallest proposal that closes it
  coverage::Bits unknown;                                     // gaps that the solver did not decide
  bool interrupted = false;
};

/// Proposes few tests that together meet all unmet requirements that can be met. `subject` is the file's coverage subject; `open`
/// has the numbers of the unmet requirements. Uses only the options `scope`, `semantics`, `limits` and `whole`. Changes the model
/// and restores it, so no other thread may use it meanwhile. Does not throw for errors in the model or its tests.
GapTests testsForGaps(parser::Loaded& loaded, const suite::CoverageSubject& subject, const coverage::Bits& open,
                      const GenerationOptions& options);

}  // namespace aunit::strength
