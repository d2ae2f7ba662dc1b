// Claims about instances that commands have found.
#pragma once

#include <optional>
#include <string>

#include "model/model.h"
#include "strength/claims/claim.h"

namespace aunit::strength {

/// Returns the claim about an instance of the command; the caller sets `Claim::instance`. A claim about a counterexample is
/// negated: its test fails until the model is fixed. Returns nothing if the command checks a formula without a name.
std::optional<Claim> claimOnInstance(const model::Model& model, const model::Command& command);
/// "TopExists: no counterexample".
std::string titleOf(const model::Command& command);
/// Whether the claim is right only if overflows are excluded.
bool needsNoOverflow(const model::Model& model, const model::Command& command, const Claim& claim);
/// The comment above the `val` of an instance if needsNoOverflow() is true.
inline constexpr const char* noOverflowRemark = "\n-- run with --no-overflow, because integers wrap around without this option";

}  // namespace aunit::strength
