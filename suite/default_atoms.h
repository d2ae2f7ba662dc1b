// What declarations alone say about the atoms of a valuation, whichever style states it.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "model/model.h"

namespace aunit::suite {

/// Two signatures that can share no atom: they extend, directly or not, different children of one parent.
bool areDisjoint(const model::Model& model, model::SigId a, model::SigId b);

/// The atoms of those signatures of which nothing is said and that have one all the same: each is named like its signature, or
/// where that name is taken, by another module's signature for one, like its label.
std::map<model::SigId, std::string> defaultAtoms(const model::Model& model, const std::function<bool(model::SigId)>& hasOne,
                                                 std::set<std::string> taken);

}  // namespace aunit::suite
