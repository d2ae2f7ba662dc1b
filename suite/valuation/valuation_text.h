// Conversion of instances to the test language: a `val` that can be pasted into a test file and edited.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::suite {

/// A `val` paragraph that states `instance`, ending in a line break; read again it gives the same instance, with atoms of the
/// same names. Values that a `val` has by default (a parent with just its children's atoms, an order in which the atoms are
/// listed, empty relations) are left out. States and `loop` are written when the model has `var` parts and the trace is longer
/// than one state. A bit width other than 4 and, if the model mentions sequences, their length are written behind the name;
/// witnesses are comments. `title` becomes the name, with `_` for characters that no name may have.
///
/// Signatures of `said` are written even if they are empty or are `one sig`s with their default atom, because that default
/// depends on their multiplicity.
std::string valuationText(const model::Model& model, const model::Instance& instance, const std::string& title,
                          std::span<const model::SigId> said = {});

/// The body of `val b extends a { ... }` where b has one tuple more or less than a in one field, or one atom more in one
/// signature: "assigned + Bob->Auditor". Nothing if they differ otherwise, or are traces. Both have the same universe.
std::optional<std::string> changeText(const model::Model& model, const model::Instance& before, const model::Instance& after);

/// The name that valuationText() makes of a title.
std::string valuationName(const std::string& title);

}  // namespace aunit::suite
