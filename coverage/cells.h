// Requirements beyond the paper's (reference "strength", section 6): the cells that evaluations of an operator can fall into.
//
//   R4 operator cells: for =, in, &, -, +: operands disjoint, equal, left in right, right in left, overlapping. Each evaluation
//      falls into one; empty operands are equal, or disjoint from a non-empty one.
//   R5 unique cause: masking MC/DC (Chilenski and Miller): each operand of and, or, implies decides, once true, once false: the
//      other operands are such that the whole has its value, or always the opposite.
//   R6 weak mutation: a binding where the value differs from each sibling operator's (Howden); the siblings are those of the
//      mutation operators BOR, QOR, UOR, LOR.
//   R7 multiplicity borders: the bodies of lone, one, some, no hold for no binding, for one, for more (where R2 asks as well).
//   R8 closure depth: for ^ and *: single steps only, two steps that lead further, a cycle.
//   R9 near misses: the body of a predicate is true, and would be false with one tuple of a field more or less, or is false and
//      would be true. Each test shows one side of a pair of valuations that hardly differ; nothing requires a test of the other.
#pragma once

#include "coverage/extract.h"
#include "model/model.h"

namespace aunit::coverage {

/// Adds the requirements R4 to R9 behind all others, as subjects of kind `cells`, one for each set and subject. The model gets
/// formulas that state the requirements.
void addCells(model::Model& model, const model::SourceMap& sources, ModelRequirements& requirements);

}  // namespace aunit::coverage
