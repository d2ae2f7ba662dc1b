// How the Alloy Analyzer represents relations, as far as the meaning of expressions depends on it.
#pragma once

#include <cstdint>
#include <optional>

#include "model/model.h"

namespace aunit::model {

/// Whether the Analyzer represents a signature by one relation, and not by a union of relations (language reference 12.4).
bool isOneRelation(const Model& model, SigId id);
/// Whether the Analyzer omits a field's first column, which it does if the column is always the same single atom (language
/// reference 15).
bool dropsFirstColumn(const Model& model, FieldId id);
/// Returns k if an expression is `0 - k` with a constant k. The value of `0 - 8` at bit width 4 is -8, although 8 is out of range
/// (language reference 11).
std::optional<std::int32_t> subtractedFromZero(const Model& model, ExprId id);
/// Whether an implication is a denial (Nodes::denial). If overflows are excluded, `not F` is not the complement of F: a
/// comparison with an overflowing operand is false in F and in `not F`. The complement is the denial `F implies false`, in which
/// F has the same value as F alone.
inline bool isDenial(const Model& model, ExprId implication) {
  return model.expr(model.child(implication, 1)).op == Op::false_;
}

}  // namespace aunit::model
