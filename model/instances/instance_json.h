// Reading and writing of instances in JSON, in this project's own form:
//
//     { "bitwidth": 4, "maxSequence": 4,
//       "atoms": ["N0", "N1"], "strings": ["\"a\""],
//       "loop": 0,
//       "skolems": [ { "name": "$show_n", "arity": 1 } ],
//       "states": [
//         { "sigs":    { "this/Node": ["N0", "N1"] },
//           "fields":  { "this/Node.link": [ ["N1", "N0"] ] },
//           "skolems": { "$show_n": [ ["N0"] ] } } ] }
//
// Signatures list all their atoms, including the atoms of their children. Fields are labelled by signature and name, and their
// tuples begin with the signature's column. Integers in tuples are decimal strings ("-3"). String atoms keep their quotes. `loop`
// is the index of the state that follows the last one. Signatures and fields that are left out are empty; `strings`, `loop` and
// `skolems` may be missing. A state may have `actions`, an array of texts about the step to the next state; they are not read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/diagnostic.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/source.h"

namespace aunit::model {

/// Reads a file's text as an instance of `model`, and adds the text to `sources` under `path`. Returns nothing when there are
/// errors; they go to `diagnostics` (code "instance"), syntax errors with their position, others with the path of the value in
/// the document.
std::optional<Instance> readInstanceJson(const Model& model, std::string path, std::string text, SourceMap& sources,
                                         Diagnostics& diagnostics);

/// The text of a file that holds the instance. Empty signatures and fields are written, too. `actions` explain the step from each
/// state to the next (nothing: not known); none if the model has none.
std::string writeInstanceJson(const Model& model, const Instance& instance,
                              const std::vector<std::optional<std::vector<std::string>>>& actions = {});

}  // namespace aunit::model
