// Facts about the atoms of a valuation that follow from declarations alone, whichever style states the valuation.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "model/model.h"

namespace aunit::suite {

/// Whether two signatures can share no atom, because they extend, directly or not, different children of one parent.
bool areDisjoint(const model::Model& model, model::SigId a, model::SigId b);

/// The names of the atoms of signatures that have one atom without being mentioned (`hasOne`): the signature's name or, if that
/// is `taken`, also by another module's signature, its label.
std::map<model::SigId, std::string> defaultAtoms(const model::Model& model, const std::function<bool(model::SigId)>& hasOne,
                                                 std::set<std::string> taken);

}  // namespace aunit::suite
