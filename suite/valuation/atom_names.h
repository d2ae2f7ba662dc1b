// Gives readable names to the atoms of instances that a solver found.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "evaluator/value.h"
#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::suite {

/// Names of atoms, by the lowest signature that contains the atom. The names of one signature differ from each other and are in
/// the order in which they were added.
using AtomNames = std::map<model::SigId, std::vector<std::string>>;

/// Adds those names of the instance's atoms that can be written in a test.
void noteNames(const model::Model& model, const model::Instance& instance, AtomNames& names);

/// Renames atoms such as `Node$0` to names that tests use. An atom that is the whole value of a variable gets the variable's
/// name. The atom of a `one sig` gets the signature's name. Other atoms get the names that `known` has for their signature, if
/// these are enough for all atoms of the signature. Otherwise, they get the first letter of the signature's name and a number
/// (`N0`), or the whole name and a number if the name of another signature has the same first letter. No new name is the name of
/// a declaration in the model.
void namePleasantly(const model::Model& model, model::Instance& instance, std::span<const evaluator::Binding> variables = {},
                    const AtomNames& known = {});

}  // namespace aunit::suite
