// Requirements beyond the paper's (reference "strength", section 6): what an evaluation of an operator shows, cell by cell.
//
//   R4 operator cells: for =, in, &, -, +: operands disjoint, equal, left in right, right in left, overlapping. Each evaluation
//      shows one of them; empty operands are equal, or disjoint from what is not empty.
//   R5 unique cause: masking MC/DC (Chilenski and Miller): each operand of and, or, implies decides, once true, once false. The
//      others are such that its value is that of the whole, or the opposite.
//   R6 weak mutation: a binding where the value differs from each sibling operator's (Howden); the siblings are those of the
//      mutation operators BOR, QOR, UOR, LOR.
//   R7 multiplicity borders: the bodies of lone, one, some, no hold for no binding, for one, for more (where R2 asks as well).
//   R8 closure depth: for ^ and *: single steps only, two steps that lead further, a cycle.
//   R9 near misses: the body of a predicate is true, and would be false with one tuple of a field more or less; false, and would
//   be
//      true. So each test shows one side of a pair of valuations that hardly differ, whether or not another shows the other side.
#pragma once

#include "coverage/extract.h"
#include "model/model.h"

namespace aunit::coverage {

/// Adds them behind all others: subjects of kind `cells`, one for each set and subject. The model gets formulas that say what
/// each asks.
void addCells(model::Model& model, const model::SourceMap& sources, ModelRequirements& requirements);

}  // namespace aunit::coverage
