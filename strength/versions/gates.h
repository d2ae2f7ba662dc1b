// Which changes the gates of --fail-on forbid, and which changes a comment beside a paragraph permits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/source.h"
#include "strength/versions/change.h"

namespace aunit::strength::versions {

/// Whether the gate forbids the change. Gates: "weaker", "stronger", "neither", "unknown", "behaviour-added",
/// "behaviour-removed", "removed", "verdict-changed", "scope-changed", "expectation-removed".
bool isOf(const Change& change, const std::string& gate);
/// The names of all gates.
const std::vector<std::string>& gates();

/// A permission in a comment: `-- aunit: allow weaker (reason)`. The comment is in the paragraph, or on lines of its own above
/// it.
struct Allowance {
  std::string gate;                   // the gate whose changes are permitted: "weaker"
  std::optional<std::string> reason;  // the stated reason; a comment without a reason permits nothing
};
std::optional<Allowance> allowanceBeside(const model::SourceMap& sources, model::Span paragraph);

}  // namespace aunit::strength::versions
