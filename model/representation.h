// Representations inside the Alloy Analyzer on which the meaning of an expression depends.
#pragma once

#include <cstdint>
#include <optional>

#include "model/model.h"

namespace aunit::model {

/// Whether the Analyzer represents a signature by one relation, not by a union of several (language reference 12.4).
bool isOneRelation(const Model& model, SigId id);
/// Whether the Analyzer keeps a field without its first column, because its signature always is the same single atom (language
/// reference 15).
bool dropsFirstColumn(const Model& model, FieldId id);
/// The k of a literal `0 - k`, which is the least integer when k is the first integer that does not fit (language reference 11).
std::optional<std::int32_t> subtractedFromZero(const Model& model, ExprId id);
/// Whether an implication denies its antecedent (Nodes::denial). If overflows are excluded, `not F` is not the complement of F:
/// a comparison with an overflowing operand is false in both. A denial is the complement: F is read as if it stood alone.
inline bool isDenial(const Model& model, ExprId implication) {
  return model.expr(model.child(implication, 1)).op == Op::false_;
}

}  // namespace aunit::model
