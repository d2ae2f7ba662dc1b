// Finds renamed signatures and fields by their declarations and by the formulas about them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

/// Two declarations that correspond according to the user.
struct GivenPair {
  enum class Kind : std::uint8_t { signature, field, function } kind = Kind::signature;
  std::uint32_t older = model::noId, newer = model::noId;
};

/// Renamings: by label in the older version, the label in the newer. A removed signature and an added one are paired if their
/// names are equal up to case, plural and underscores, or if their declarations are equal: parents, kind, multiplicity, numbers
/// of fields. This includes `one sig`s and members of enums. Fields of corresponding signatures are paired likewise (arity,
/// `var`, types). Among several candidates, the one that leaves most of the model unchanged wins; if they do not differ in this,
/// none is accepted. The pairs in `given` are applied first.
comparison::Renamings renamingsOf(const model::Model& older, const model::Model& newer, const std::vector<GivenPair>& given = {});

/// A name in lower case, without underscores and without a plural ending: "Used_Boxes" is "usedbox".
std::string plainName(std::string_view name);

}  // namespace aunit::strength::versions
