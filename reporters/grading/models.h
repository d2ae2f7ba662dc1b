// The results of grading whole models.
#pragma once

#include <optional>
#include <string>

#include "reporters/terminal/style.h"
#include "runner/grading/models.h"

namespace aunit::reporters {

/// A table with a row for each answer, then the number of answers in each class.
std::string modelGradingText(const runner::ModelGrading& grading, const Style& style);
/// Format: docs/schemas/grade-models.json. Times are left out, so that equal runs give equal bytes.
std::string modelGradingJson(const runner::ModelGrading& grading);
/// Reads what modelGradingJson writes. Returns nothing and sets `error` for any other text.
std::optional<runner::ModelGrading> modelGradingFromJson(const std::string& text, std::string& error);
/// A row for each answer: model, answer, class, scope, agreement, distance, reason. Times are left out.
std::string modelGradingCsv(const runner::ModelGrading& grading);

}  // namespace aunit::reporters
