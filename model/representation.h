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

}  // namespace aunit::model
