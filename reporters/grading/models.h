// The results of grading whole models.
#pragma once

#include <string>

#include "reporters/terminal/style.h"
#include "runner/grading/models.h"

namespace aunit::reporters {

/// A table with a row for each answer, then how many answers are in each class.
std::string modelGradingText(const runner::ModelGrading& grading, const Style& style);
/// docs/schemas/grade-models.json. Times are left out: equal runs give equal bytes.
std::string modelGradingJson(const runner::ModelGrading& grading);
/// A row for each answer: model, answer, class, scope, reason. Likewise without times.
std::string modelGradingCsv(const runner::ModelGrading& grading);

}  // namespace aunit::reporters
