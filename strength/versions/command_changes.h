// Compares a command of two versions of a model: its scope, what it expects, and its verdict.
#pragma once

#include <optional>

#include "strength/instances/finder.h"
#include "strength/versions/change.h"
#include "strength/versions/frame.h"
#include "strength/versions/matching/matching.h"
#include "strength/versions/pairs.h"

namespace aunit::strength::versions {

/// Returns nothing if the command is unchanged. Solves the command in both versions if its formula or scope differs, or if the
/// constraints of the models do. Throws support::Exhausted if it is stopped.
std::optional<Change> changeOfCommand(const Pair& pair, const Versions& versions, Frame& frame, bool areConstraintsChanged,
                                      const ProofOptions& options);

}  // namespace aunit::strength::versions
