// Reasons for a formula's value as a tree: below the formula, indented, the parts that decide its value.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reporters/terminal/style.h"
#include "suite/outcome.h"
#include "suite/reasons/tuple_reason.h"

namespace aunit::reporters {

/// Lines for each reason and its parts, each ending in a line break, indented by at least `indent` columns. `state` is the state
/// in which the enclosing formula is evaluated; a reason in another state names that state.
std::string reasonTree(const std::vector<suite::ReasonText>& reasons, std::size_t indent, int state, const Style& style);

/// If a text has more than 13 lines, removes all but the first 12. Returns the number of removed lines.
std::ptrdiff_t cutToScreen(std::string& text);

/// The lines below a reason's own line: the values of its operands, and its parts.
std::string reasonDetails(const suite::ReasonText& reason, std::size_t indent, const Style& style);

/// Why an instance is a counterexample: a sentence, indented by two columns, and details below it. `subject` is the name of the
/// formula that is false.
std::string counterexampleText(const suite::ReasonText& reason, const std::string& subject, const Style& style);

/// Why a tuple is in a relation or not: the verdict, then each constraint that would be violated if only this tuple changed, with
/// the reason.
std::string tupleReasonText(const suite::TupleReason& reason, const Style& style);

}  // namespace aunit::reporters
