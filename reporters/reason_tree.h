// Why a formula has its value, as lines that are indented by what decides what.
#pragma once

#include <string>
#include <vector>

#include "reporters/style.h"
#include "suite/outcome.h"

namespace aunit::reporters {

/// Lines for each reason and its parts, every one indented by `indent` columns at least, ending in a line break. `state` is that
/// of the formula above: others are named.
std::string reasonTree(const std::vector<suite::ReasonText>& reasons, std::size_t indent, int state, const Style& style);

}  // namespace aunit::reporters
