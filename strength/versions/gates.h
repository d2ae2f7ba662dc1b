// The changes that --fail-on forbids, and those that a comment beside a paragraph permits.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/source.h"
#include "strength/versions/change.h"

namespace aunit::strength::versions {

/// Whether a change is among those that a gate names: "weaker", "stronger", "neither", "unknown", "behaviour-added",
/// "behaviour-removed", "removed", "verdict-changed", "scope-changed", "expectation-removed".
bool isOf(const Change& change, const std::string& gate);
/// All of them.
const std::vector<std::string>& gates();

/// A permission in a comment beside a paragraph: `-- aunit: allow weaker (reason)`, on lines of its own above it, or in it.
struct Allowance {
  std::string gate;                   // "weaker"
  std::optional<std::string> reason;  // without one nothing is permitted
};
std::optional<Allowance> allowanceBeside(const model::SourceMap& sources, model::Span paragraph);

}  // namespace aunit::strength::versions
