// Finds renamed signatures and fields, by their declarations and by the formulas that mention them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "strength/comparison/correspondence.h"

namespace aunit::strength::versions {

/// Two declarations that the user matched.
struct GivenPair {
  enum class Kind : std::uint8_t {
    signature,
    field,
    function,
    order,        // the order of a util/ordering module; `older` and `newer` are IDs of the modules' signatures
    orderTurned,  // the reverse of such an order: from each atom to the previous one
  } kind = Kind::signature;
  std::uint32_t older = model::noId, newer = model::noId;
  Kind kindOfNewer = kind;  // differs from `kind` if the declarations have different forms (shapes.h)

  bool isOf(Kind one) const { return kind == one && kindOfNewer == one; }
};

/// Returns renamings from labels of the older version to labels of the newer version. A removed signature and an added signature
/// may be paired if their names are equal up to case, plural and underscores. They may also be paired if their declarations are
/// equal: parents, kind, multiplicity, number of fields. This includes `one sig`s and members of enums. Fields of corresponding
/// signatures are paired in the same way, by arity, `var` and types. Among several candidates, the one that makes the most
/// declarations and formulas of the two models equal is chosen. If no candidate makes any further ones equal, two declarations
/// are paired only if each is the other's only candidate. `given` is applied first. With Basis::names, only declarations with
/// similar names are paired.
enum class Basis : std::uint8_t { names, declarations };
comparison::Renamings renamingsOf(const model::Model& older, const model::Model& newer, const std::vector<GivenPair>& given = {},
                                  Basis basis = Basis::declarations);

/// Adds renamings of library modules with parameters, such as orders. Afterwards two such modules correspond if and only if their
/// arguments correspond; their aliases do not matter.
void alignModules(const model::Model& older, const model::Model& newer, comparison::Renamings& renamings);

/// Returns a name in lower case, without underscores and without a plural ending: "usedbox" for "Used_Boxes".
std::string plainName(std::string_view name);

}  // namespace aunit::strength::versions
