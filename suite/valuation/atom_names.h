// Readable names for the atoms of instances that a solver made.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "evaluator/value.h"
#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::suite {

/// Names of atoms by the signature at the bottom of the hierarchy that has them, each once, the first ones first.
using AtomNames = std::map<model::SigId, std::vector<std::string>>;

/// Adds the names that atoms of the instance have, if a test can say them.
void noteNames(const model::Model& model, const model::Instance& instance, AtomNames& names);

/// Renames atoms such as `Node$0` as in a test: to the first letter of the signature and a number (`N0`), to the whole name and a
/// number when two signatures share the letter, and to the signature's name for the atom of a `one sig`. No name is one that the
/// model declares otherwise. An atom that is the whole value of a variable gets the variable's name. Atoms of a signature of
/// `known` get the names that are known, if these are enough for all its atoms.
void namePleasantly(const model::Model& model, model::Instance& instance, std::span<const evaluator::Binding> variables = {},
                    const AtomNames& known = {});

}  // namespace aunit::suite
