// Compares the two versions of a command: its scope, its expectation and its verdict.
#pragma once

#include <optional>

#include "strength/instances/finder.h"
#include "strength/versions/change.h"
#include "strength/versions/frame.h"
#include "strength/versions/matching/matching.h"
#include "strength/versions/pairs.h"

namespace aunit::strength::versions {

/// Returns the change of a command; nothing if it is unchanged. Solves the command in both versions if its formula or scope
/// differs, or if `areConstraintsChanged`. Throws support::Exhausted if the work is stopped.
std::optional<Change> changeOfCommand(const Pair& pair, const Versions& versions, Frame& frame, bool areConstraintsChanged,
                                      const ProofOptions& options);

}  // namespace aunit::strength::versions
