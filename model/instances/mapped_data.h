// Data in JSON of any shape, as the `each` and `from` rules of a mapping say:
//
//     val plan from "plan.json" {
//       each .resources {
//         on {address: r: Resource} is r in Resource
//         on {address: r: Resource, ingress: from: set Resource} is from->r in to
//       }
//       Internet from .public
//     }
//
// Unlike a line of a log, an element has the meaning of every rule that it matches.
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

/// The tuples that a document states; relations that no rule mentions are empty. The text is added to `sources`, which must have
/// the module with the mapping. Nothing if there are errors; these go to `diagnostics` (code "instance"): paths that lead
/// nowhere, members that no element has although one of nearly their name is there, values that are no atoms.
std::optional<ValuationState> readMappedData(const Model& model, const Log& mapping, std::span<const DataFile> files,
                                             SourceMap& sources, Diagnostics& diagnostics);

}  // namespace aunit::model
