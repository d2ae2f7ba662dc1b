// Which paragraphs of a model could fix what fails.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "strength/localization/evidence.h"
#include "strength/mutation/mutant.h"
#include "strength/mutation/mutant_text.h"
#include "strength/synthesis/task.h"
#include "strength/synthesis/vocabulary.h"

namespace aunit::strength {

/// A paragraph that may be at fault.
struct RepairSubject {
  std::uint32_t paragraph = model::noId;                            // index in Model::paragraphs()
  model::Paragraph::Kind kind = model::Paragraph::Kind::predicate;  // predicate (a function, too), fact or sig
  synthesis::Subject body;
  std::vector<bool> leftAlone;  // by complaint: it does not depend on this
  bool isFormula = false;       // a predicate or fact
  std::vector<Mutant> mutants;
  std::vector<Replacement> texts;  // of the mutants, by index: taken before anything is tried
  std::vector<synthesis::Leaf> parameters;
};

/// The functions that a formula, facts and declarations call, directly or not.
std::set<model::FuncId> functionsBehind(const model::Model& model, model::ExprId formula);

/// Predicates and functions that complaints depend on, facts, declarations, in the order of the text. One fault is likelier
/// than two: a predicate that could fix all that another could, and more, comes in its place. `leaves`: variables as leaves, by
/// number.
std::vector<RepairSubject> repairSubjects(Evidence& evidence, const std::vector<std::optional<synthesis::Leaf>>& leaves);

}  // namespace aunit::strength
