// The constraint that a test breaks, as reports show it.
#pragma once

#include <span>

#include "evaluator/judge.h"
#include "evaluator/reason.h"
#include "model/instance.h"
#include "parser/front_end.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// Says what broke, where it stands, and why: the innermost formula that decides, the values of the variables there and of its
/// parts, or, where several parts decide together, each of these. `given` are the values of variables that are free in the test's
/// formulas.
Failure failureOf(const parser::Loaded& loaded, const model::Instance& instance, const evaluator::Broken& broken,
                  const evaluator::Options& options, std::span<const evaluator::Binding> given = {});

}  // namespace aunit::suite
