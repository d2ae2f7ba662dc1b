// Records: signatures whose atoms differ in the values of their fields, such as votes that differ in their validator or their
// block.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "model/model.h"
#include "solver/grounding/problem.h"
#include "solver/grounding/scope.h"

namespace aunit::solver {

/// A signature of which no two atoms have the same values of `fields`. Each of these fields has one value, an atom of another
/// signature. So every instance has a renaming in which each atom of the signature is the one that belongs to its values: bounds
/// need one atom for each tuple of values, and only have to tell which of these atoms exist. This leaves no two instances that
/// differ in the names of the signature's atoms.
struct Record {
  model::SigId sig = model::noId;
  std::vector<model::FieldId> fields;
  std::vector<model::SigId> values;  // by field: the top-level signature that has its values
  std::size_t atoms = 0;             // the number of tuples of values
  /// A conjunct that says no more than that the atoms differ in `fields`.
  std::optional<std::size_t> conjunct;
};

/// The signatures that bounds should treat as records. A record comes after the records that are values of its fields. Records
/// are used only if the relations have no more possible tuples than without them.
std::vector<Record> recordsIn(const model::Model& model, std::span<const Conjunct> conjuncts, const SigSizes& sizes);

}  // namespace aunit::solver
