// The counterparts of one model's parts in another: the same names in the same places.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/formulas/correspondence.h"
#include "model/model.h"

namespace aunit::strength::comparison {

using model::Correspondence;

/// Other names: the label in the one model ("this/Node", "this/Node.link") and that in the other.
using Renamings = std::map<std::string, std::string>;

/// Whether a signature or field of one name is the same if one model declares it `var`, or below another parent, or `in` instead
/// of `extends`.
enum class Kinds : std::uint8_t { alike, any };

/// Signatures and fields of a model, `from`, that another one, `to`, has as well. Two signatures are the same when their labels
/// are, their parents are the same, and both or neither are subsets and `var`; two fields when their signatures, names and
/// arities are, and both or neither are `var`. Multiplicities and bounds may differ. With Kinds::any two signatures of one label
/// are the same if both are top-level, or neither is and all that they are below is the same.
Correspondence correspondence(const model::Model& from, const model::Model& to, const Renamings& renamings = {},
                              Kinds kinds = Kinds::alike);

/// The signatures without parents, and built-in ones, that a signature is declared to be within: itself if it has none.
std::set<model::SigId> topsOf(const model::Model& model, model::SigId sig);

/// Takes out fields that may hold atoms of which only one model has the signature, and names them: "field A.f".
std::vector<std::string> leaveToVersions(const model::Model& from, const model::Model& to, Correspondence& corresponding);

}  // namespace aunit::strength::comparison
