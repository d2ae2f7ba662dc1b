// Names of atoms that people like to read.
#pragma once

#include "model/instance.h"
#include "model/model.h"

namespace aunit::suite {

/// Renames the atoms of an instance that a solver made (`Node$0`) as one would in a test: the first letter of the signature and a
/// number (`N0`), the whole name where two signatures share the letter, and just the signature's name for the atom of a `one
/// sig`. No name is one that the model declares otherwise.
void namePleasantly(const model::Model& model, model::Instance& instance);

}  // namespace aunit::suite
