// Instances in the test language: a `val` that can be pasted into a test file and edited.
#pragma once

#include <span>
#include <string>

#include "model/instance.h"
#include "model/model.h"

namespace aunit::suite {

/// A `val` paragraph that states `instance`, ending in a line break; read again it is the same instance, atoms by their names.
/// What a `val` settles by itself (a parent that has just its children's atoms, an order in which the atoms are listed, what is
/// empty) is left out; states and `loop` stand there when the model has `var` parts and the trace is longer than one state.
/// A bit width other than 4 and, where the model speaks of sequences, their length are said behind the name; witnesses are
/// comments. `title` becomes the name: what no name may hold is replaced by `_`.
/// Signatures of `said` are stated also where their value is that of what goes unsaid only as long as their multiplicity is what
/// it is: where they are empty, or `one sig`s.
std::string valuationText(const model::Model& model, const model::Instance& instance, const std::string& title,
                          std::span<const model::SigId> said = {});

/// That name.
std::string valuationName(const std::string& title);

}  // namespace aunit::suite
