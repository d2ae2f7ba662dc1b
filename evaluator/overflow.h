// Finds overflows on which verdicts depend.
#pragma once

#include <optional>

#include "evaluator/judge.h"
#include "support/budget.h"

namespace aunit::evaluator {

/// The overflow that explains `holds`, the verdict under wrapping integers. If `holds` is true, returns an overflow that makes
/// the question false when overflows are excluded (language reference 11). If `holds` is false, returns an overflow in a
/// comparison. Returns std::nullopt if there is no such overflow, if evaluation ends with an error, or if the budget is
/// exhausted. `preferred`: see BasicEvaluator::prefer. Does not throw.
std::optional<Overflow> overflowBehind(const model::Model& model, const model::Instance& instance, const Question& question,
                                       bool holds, const support::Budget& budget, std::span<const Binding> preferred = {});

}  // namespace aunit::evaluator
