// Verdicts that rest on integers that wrap around.
#pragma once

#include <optional>

#include "evaluator/judge.h"
#include "support/budget.h"

namespace aunit::evaluator {

/// The overflow behind a verdict: the question is met (`holds`) where integers wrap, but not where overflows are excluded
/// (language reference 11), or it is not met and a comparison of the broken constraint overflows. Nothing if there is none,
/// evaluation ends with an error, or the budget ends. `preferred`: as for BasicEvaluator::prefer. Throws nothing for any input.
std::optional<Overflow> overflowBehind(const model::Model& model, const model::Instance& instance, const Question& question,
                                       bool holds, const support::Budget& budget, std::span<const Binding> preferred = {});

}  // namespace aunit::evaluator
