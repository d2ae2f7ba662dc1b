// Overflows on which verdicts depend.
#pragma once

#include <optional>

#include "evaluator/judge.h"
#include "support/budget.h"

namespace aunit::evaluator {

/// The overflow behind the verdict `holds`, for integers that wrap. Either the question holds, but does not if overflows are
/// excluded (language reference 11); or it does not hold, and a comparison overflows. Nothing if there is none, or if evaluation
/// ends with an error or the budget is exhausted. `preferred`: as for BasicEvaluator::prefer. Throws nothing.
std::optional<Overflow> overflowBehind(const model::Model& model, const model::Instance& instance, const Question& question,
                                       bool holds, const support::Budget& budget, std::span<const Binding> preferred = {});

}  // namespace aunit::evaluator
