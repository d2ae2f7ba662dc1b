// What a test says of an instance that a command has found.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"
#include "strength/claims/claim.h"

namespace aunit::strength {

/// The claim about an instance of the command, without the instance. That of a counterexample is denied: its test fails until the
/// model is fixed. Nothing if the command checks a formula that has no name.
std::optional<Claim> claimOnInstance(const model::Model& model, const model::Command& command);
/// "TopExists: no counterexample".
std::string titleOf(const model::Command& command);
/// Whether what the claim says of its instance is right only if overflows are excluded.
bool needsNoOverflow(const model::Model& model, const model::Command& command, const Claim& claim);
/// Stands above the `val` of such an instance.
inline constexpr const char* noOverflowRemark = "\n-- with --no-overflow: otherwise integers wrap around here";

}  // namespace aunit::strength
