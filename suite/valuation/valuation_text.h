// Converts instances to the test language: a `val` that users can paste into a test file and edit.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::suite {

/// A `val` paragraph that states `instance`. The text ends in a line break. The parser reads it as the same instance, with the
/// same names of atoms. Omits values that a `val` has by default: a parent that has only the atoms of its children, an order in
/// which the atoms are listed anyway, empty relations. Has states and `loop` if the trace has more than one state. The name of
/// the `val` is `title`, with `_` for each character that names cannot have. After the name, states the bit width if it is not 4,
/// and the length of sequences if the model mentions sequences and the length is not the default. The values of skolem
/// relations are written as comments.
///
/// Also writes each signature in `said` that is empty or a `one sig`, even if a `val` gives it this value by default. The text
/// then states the same value if the multiplicity of the signature is changed.
std::string valuationText(const model::Model& model, const model::Instance& instance, const std::string& title,
                          std::span<const model::SigId> said = {});

/// The body of `val b extends a { ... }`, if `after` has one tuple more or less than `before` in one field, or one atom more in
/// one signature: "assigned + Bob->Auditor". Returns nothing if the instances differ in another way, or are traces. Both
/// instances must have the same universe.
std::optional<std::string> changeText(const model::Model& model, const model::Instance& before, const model::Instance& after);

/// The name that valuationText() makes from a title.
std::string valuationName(const std::string& title);

}  // namespace aunit::suite
