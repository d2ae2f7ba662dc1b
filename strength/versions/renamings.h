// Signatures and fields that have another name in the newer version, found by their declarations and by the formulas about them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

/// Ids of one kind in the older and the newer model that the user declares to be the same.
struct GivenPair {
  enum class Kind : std::uint8_t { signature, field, function } kind = Kind::signature;
  std::uint32_t older = model::noId, newer = model::noId;
};

/// By label in the older version, the label in the newer. A signature may be one that the newer version no longer has, for one
/// that the older did not have: both have one name up to case, plural and underscores, or are declared alike (parents, kind,
/// multiplicity, numbers of fields), so that atoms of `one sig`s and members of enums are among them; a field likewise, in
/// signatures that correspond (arity, `var`, types). Among several that fit, that is taken by whose name most of the model
/// reads as before; if none does, only one that is the only one to fit. `given` comes before all.
comparison::Renamings renamingsOf(const model::Model& older, const model::Model& newer, const std::vector<GivenPair>& given = {});

/// A name without case, underscores and the ending of a plural: "Used_Boxes" is "usedbox".
std::string plainName(std::string_view name);

}  // namespace aunit::strength::versions
