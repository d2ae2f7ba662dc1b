// The paragraphs of a model in which an edit could fix failures.
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

/// A paragraph that may be at fault, and the ways to change it.
struct RepairSubject {
  std::uint32_t paragraph = model::noId;                            // index in Model::paragraphs()
  model::Paragraph::Kind kind = model::Paragraph::Kind::predicate;  // `predicate` (also for a function), `fact` or `sig`
  synthesis::Subject body;
  std::vector<bool> leftAlone;  // by complaint: true if the complaint does not depend on this paragraph
  bool isFormula = false;       // whether the paragraph is a predicate or fact
  std::vector<Mutant> mutants;
  std::vector<Replacement> texts;  // for each of `mutants`, the edit that makes it in the text
  std::vector<synthesis::Leaf> parameters;
};

/// Returns the functions that `formula`, facts and declarations call, directly or indirectly. `formula` may be noId.
std::set<model::FuncId> functionsBehind(const model::Model& model, model::ExprId formula);

/// Returns the facts, the declarations, and the predicates and functions on which complaints depend, in the order of the text.
/// Omits a paragraph P if there is a predicate or function Q such that each complaint that depends on P also depends on Q, and at
/// least one more complaint depends on Q. One fault in Q is more likely than two faults. `leaves[v]` is the leaf that stands for
/// the variable `v` in synthesised expressions; nothing if such expressions cannot mention `v`.
std::vector<RepairSubject> repairSubjects(Evidence& evidence, const std::vector<std::optional<synthesis::Leaf>>& leaves);

}  // namespace aunit::strength
