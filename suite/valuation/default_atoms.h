// Atoms that exist because of declarations alone, for `val` paragraphs and for predicates that state valuations.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "model/model.h"

namespace aunit::suite {

/// Whether two signatures can have no common atom, because they are in different children of a common ancestor.
bool areDisjoint(const model::Model& model, model::SigId a, model::SigId b);

/// Names for the atoms of signatures for which `hasOne` returns true. Such a signature has one atom although the valuation does
/// not mention it. The name is the signature's name. It is the signature's label if the name is in `taken`, or if a signature of
/// another module has the same name.
std::map<model::SigId, std::string> defaultAtoms(const model::Model& model, const std::function<bool(model::SigId)>& hasOne,
                                                 std::set<std::string> taken);

}  // namespace aunit::suite
