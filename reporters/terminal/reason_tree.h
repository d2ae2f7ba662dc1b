// Reasons for a formula's value as a tree: the parts that decide a formula are indented below it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reporters/terminal/style.h"
#include "suite/outcome.h"
#include "suite/reasons/tuple_reason.h"

namespace aunit::reporters {

/// Lines for each reason and its parts, indented by at least `indent` columns, each ending in a line break. `state` is the state
/// of the formula above; other states are named.
std::string reasonTree(const std::vector<suite::ReasonText>& reasons, std::size_t indent, int state, const Style& style);

/// Keeps the first lines of a text that is too long for a screen, 12 of them. Returns how many lines go.
std::ptrdiff_t cutToScreen(std::string& text);

/// The lines below a reason's own: the values of its operands, and its parts.
std::string reasonDetails(const suite::ReasonText& reason, std::size_t indent, const Style& style);

/// Why an instance is a counterexample: a sentence, indented by two columns, and its details below it. `subject` is what is
/// false.
std::string counterexampleText(const suite::ReasonText& reason, const std::string& subject, const Style& style);

/// Why a tuple is there or is not: the verdict, and below it each constraint that the change breaks with its reason.
std::string tupleReasonText(const suite::TupleReason& reason, const Style& style);

}  // namespace aunit::reporters
