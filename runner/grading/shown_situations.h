// Situations as students see them: with the handout's names of atoms, and without hidden parts.
#pragma once

#include <optional>

#include "model/model.h"
#include "strength/grading/grade.h"
#include "strength/grading/grader.h"
#include "strength/grading/report.h"

namespace aunit::runner {

/// The two situations of a witness: `wrong` and `beside`. Omits `beside` if the two differ only in hidden parts.
std::optional<strength::grading::ShownPair> shownOf(const model::Model& model, const model::Model& handout,
                                                    const std::optional<strength::grading::Witness>& witness);

}  // namespace aunit::runner
