// Requirements that the AUnit paper does not have (docs/criteria.md): the cases (cells) of an operator's evaluation.
//
//   R4 operator cells: for =, in, &, -, +: operands disjoint, equal, left in right, right in left, overlapping. Each evaluation
//      is in one cell. Empty operands are equal, or disjoint from a non-empty one.
//   R5 unique cause: masking MC/DC (Chilenski and Miller): each operand of and, or, implies decides the result, once as true and
//      once as false. An operand decides if a change of this operand alone would change the result.
//   R6 weak mutation: for each sibling of an operator, an evaluation in which the sibling would give another value than the
//      operator (Howden). The siblings are the operators by which the mutation operators BOR, QOR, UOR, LOR replace it.
//   R7 multiplicity borders: the body of a lone, one, some or no quantifier is true for no binding, for one, for several.
//   R8 closure depth: for ^ and *: single steps only, two steps where a single step is not enough, a cycle.
//   R9 near misses: the body of a predicate is true, and adding or removing one tuple of a field would make it false. Likewise
//      with true and false exchanged. These are two requirements, and one evaluation meets only one of them.
#pragma once

#include "coverage/extract.h"
#include "model/model.h"

namespace aunit::coverage {

/// Adds the requirements R4 to R9 after the existing requirements. For each subject and each of these six sets, the requirements
/// are the cells of a new subject of kind `cells`. Also adds to the model the formulas that state the requirements.
void addCells(model::Model& model, const model::SourceMap& sources, ModelRequirements& requirements);

}  // namespace aunit::coverage
