// Reasons for a formula's value as a tree: the parts that decide a formula are indented below it.
#pragma once

#include <string>
#include <vector>

#include "reporters/terminal/style.h"
#include "suite/outcome.h"

namespace aunit::reporters {

/// Lines for each reason and its parts, indented by at least `indent` columns, each ending in a line break. `state` is the state
/// of the formula above; other states are named.
std::string reasonTree(const std::vector<suite::ReasonText>& reasons, std::size_t indent, int state, const Style& style);

}  // namespace aunit::reporters
