// Reads data from JSON of any structure, as the `each` and `from` rules of a mapping describe it:
//
//     val plan from "plan.json" {
//       each .resources {
//         on {address: r: Resource} is r in Resource
//         on {address: r: Resource, ingress: from: set Resource} is from->r in to
//       }
//       Internet from .public
//     }
//
// All rules that match an element apply to it. (In contrast, only the first rule that matches applies to a line of a log.)
#pragma once

#include <optional>
#include <span>

#include "model/diagnostic.h"
#include "model/instances/data_files.h"
#include "model/log.h"
#include "model/model.h"
#include "model/source.h"
#include "model/test.h"

namespace aunit::model {

/// Returns the tuples that `files` state according to the rules of `mapping`. Relations that no rule mentions are empty. Adds the
/// texts of `files` to `sources`, which must have the module with the mapping. On errors, returns nothing and adds the errors to
/// `diagnostics` (code "instance"). It is an error if a path leads to no value, if the name of a member is misspelt, or if a
/// value is not an atom.
std::optional<ValuationState> readMappedData(const Model& model, const Log& mapping, std::span<const DataFile> files,
                                             SourceMap& sources, Diagnostics& diagnostics);

}  // namespace aunit::model
