// A hint for the author of a wrong answer: one next step.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/model.h"
#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/grading/grade.h"
#include "support/budget.h"

namespace aunit::strength::grading {

struct HintOptions {
  parser::LoadOptions load;
  model::Semantics semantics{};
  support::Limits limits{.seconds = 2};  // limits of one hint
};

/// Returns the hint of localization/hint.h for the answer's text: where its fault may be, and what kind of change helps. The
/// hint is computed from tests that state the examples as the right predicate judges them. It is a sentence without a full stop,
/// about a predicate or function only. The hint is empty if no small change helps, or if no example can be stated about the
/// answer.
std::string answerHint(const std::string& path, const std::string& text, const std::string& predicate, const model::Model& right,
                       const std::vector<Example>& examples, const HintOptions& options);

}  // namespace aunit::strength::grading
