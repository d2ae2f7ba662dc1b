// Readable names for the atoms of instances that a solver made.
#pragma once

#include <span>

#include "evaluator/value.h"
#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::suite {

/// Renames atoms such as `Node$0` as in a test: to the first letter of the signature and a number (`N0`), to the whole name and a
/// number when two signatures share the letter, and to the signature's name for the atom of a `one sig`. No name is one that the
/// model declares otherwise. An atom that is the whole value of a variable gets the variable's name.
void namePleasantly(const model::Model& model, model::Instance& instance, std::span<const evaluator::Binding> variables = {});

}  // namespace aunit::suite
