// How the reference represents things, where that shows in what they mean.
#pragma once

#include <cstdint>
#include <optional>

#include "model/model.h"

namespace aunit::model {

/// Is a signature one relation in the reference, not a union of several? (language reference 12.4)
bool isOneRelation(const Model& model, SigId id);
/// Does the reference keep a field without its first column, as its signature always is one and the same atom? (language
/// reference 15)
bool dropsFirstColumn(const Model& model, FieldId id);
/// The k of a literal `0 - k`, which is the least integer when k is the first that does not fit (language reference 11).
std::optional<std::int32_t> subtractedFromZero(const Model& model, ExprId id);

}  // namespace aunit::model
