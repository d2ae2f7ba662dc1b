// Names of atoms that people like to read.
#pragma once

#include <span>

#include "evaluator/value.h"
#include "model/instance.h"
#include "model/model.h"

namespace aunit::suite {

/// Renames the atoms of an instance that a solver made (`Node$0`) as one would in a test: the first letter of the signature and a
/// number (`N0`), the whole name where two signatures share the letter, and just the signature's name for the atom of a `one
/// sig`. No name is one that the model declares otherwise. An atom that is all of a variable's value has that variable's name.
void namePleasantly(const model::Model& model, model::Instance& instance, std::span<const evaluator::Binding> variables = {});

}  // namespace aunit::suite
