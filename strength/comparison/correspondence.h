// Finds the signatures and fields that two models share: names and places in the hierarchy are the same.
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

/// Renamed declarations: the label in `from` ("this/Node", "this/Node.link") and the label in `to`.
using Renamings = std::map<std::string, std::string>;

/// `any`: a signature or field also corresponds to another with the same name if just one of the two is `var`, their parents
/// differ, or one has `in` instead of `extends`.
enum class Kinds : std::uint8_t { alike, any };

/// Signatures and fields of `from` that `to` has as well. Signatures correspond if labels and parents are the same, if both or
/// neither are subsets, and if both or neither are `var`. Fields correspond if signatures, names and arities are the same, and
/// both or neither are `var`. Multiplicities and bounds may differ. With Kinds::any, two signatures with the same label
/// correspond if both are top-level, or if neither is and all their top-level ancestors (topsOf) correspond.
Correspondence correspondence(const model::Model& from, const model::Model& to, const Renamings& renamings = {},
                              Kinds kinds = Kinds::alike);

/// The top-level and built-in ancestors of a signature; the signature itself if it has no parent.
std::set<model::SigId> topsOf(const model::Model& model, model::SigId sig);

/// Removes from `corresponding` the fields that may hold atoms of a signature that only one model has. Returns their names:
/// "field A.f".
std::vector<std::string> leaveToVersions(const model::Model& from, const model::Model& to, Correspondence& corresponding);

}  // namespace aunit::strength::comparison
