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
  enum class Kind : std::uint8_t {
    signature,
    field,
    function,
    order,        // of util/ordering, by the signature of the module
    orderTurned,  // of util/ordering, from the later atom to the earlier
  } kind = Kind::signature;
  std::uint32_t older = model::noId, newer = model::noId;
  Kind kindOfNewer = kind;  // differs if the declarations have other forms (shapes.h)

  bool isOf(Kind one) const { return kind == one && kindOfNewer == one; }
};

/// Returns renamings: by label in the older version, the label in the newer. A removed signature and an added signature can be
/// paired if their names are equal up to case, plural and underscores, or if their declarations are equal: parents, kind,
/// multiplicity, number of fields. This includes `one sig`s and members of enums. Fields of corresponding signatures are paired
/// in the same way, by arity, `var` and types. Among several candidates, the one is paired that leaves most of the model
/// unchanged. If no candidate leaves more unchanged than no pair does, two declarations are paired only if each is the only
/// candidate of the other. Applies `given` first. Basis::names: declarations with other names are not paired.
enum class Basis : std::uint8_t { names, declarations };
comparison::Renamings renamingsOf(const model::Model& older, const model::Model& newer, const std::vector<GivenPair>& given = {},
                                  Basis basis = Basis::declarations);

/// Adds renamings of library modules with parameters, such as orders. Afterwards two of these modules correspond exactly if
/// their arguments do, whatever their aliases are.
void alignModules(const model::Model& older, const model::Model& newer, comparison::Renamings& renamings);

/// A name in lower case, without underscores and without a plural ending: "Used_Boxes" is "usedbox".
std::string plainName(std::string_view name);

}  // namespace aunit::strength::versions
