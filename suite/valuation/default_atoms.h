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

/// For each signature for which `hasOne` returns true, returns a name for its atom. Such a signature has one atom, which the
/// valuation does not mention. The atom is named like the signature. If this name is in `taken`, or if an earlier signature's
/// atom has it, the signature's label is used, which contains the module.
std::map<model::SigId, std::string> defaultAtoms(const model::Model& model, const std::function<bool(model::SigId)>& hasOne,
                                                 std::set<std::string> taken);

}  // namespace aunit::suite
