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
  support::Limits limits{.seconds = 2};  // limits of the work for one hint
};

/// Returns a hint about the answer's text: where in a predicate or function the fault may be, and what kind of change helps (see
/// localization/hint.h). The hint is computed from tests: each states an example and the right predicate's verdict about it. The
/// hint is a sentence without a full stop. Returns an empty text if no small change helps, or if no example can be stated about
/// the answer.
std::string answerHint(const std::string& path, const std::string& text, const std::string& predicate, const model::Model& right,
                       const std::vector<Example>& examples, const HintOptions& options);

}  // namespace aunit::strength::grading
