// For each gap that coverage shows, a test that closes it.
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
  std::vector<Proposal> proposals;                            // few: each closes as many gaps as it can
  std::map<coverage::RequirementId, std::size_t> proposalOf;  // which closes a gap: index in `proposals`, the smallest that does
  coverage::Bits unknown;                                     // the solver gave up
  bool interrupted = false;
};

/// Claims for unmet requirements of a loaded file: few that close all gaps that can be closed. `subject` is its coverage
/// subject, `open` are numbers of its requirements. Among the options only the scope, integers and limits of time count. The
/// model is changed and restored on the way: no other thread may use it meanwhile. Mistakes of users throw nothing.
GapTests testsForGaps(parser::Loaded& loaded, const suite::CoverageSubject& subject, const coverage::Bits& open,
                      const GenerationOptions& options);

}  // namespace aunit::strength
